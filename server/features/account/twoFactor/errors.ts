import { errorsOf } from "../../../errors.ts";

export const twoFactorError = errorsOf({
  "factors.on_already": "409 Your second step is already set up. Turn it off first.",
  "factors.not_begun": "409 Reload the page and start with the picture to scan.",
  "factors.own": "409 Turn off your own second step on your profile. You need your password there.",
  "factors.needed": "409 Admins here need a second step, so you cannot turn it off.",
  "factors.own_first":
    "409 Set up your own second step first, so that you do not lock yourself out.",
});
