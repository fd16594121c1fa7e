import { errorsOf } from "../../errors.ts";

export const accountError = errorsOf({
  "passkeys.off":
    "404 Passkeys do not work here yet, because they need a secure address with a name. Ask an admin about it.",
  "passkeys.unknown": "404 This passkey could not be found. Reload the list.",
  "sheets.not_waiting":
    "409 Somebody you chose has since signed in, left or was removed. Look at the list again.",
  "sheets.told":
    "409 These sheets were already made, and their codes cannot be shown again. Make new ones.",
  "sheets.replaced":
    "409 Newer sheets or links were made for these people meanwhile, so these codes do not work. Make new sheets.",
  "sessions.unknown": "404 This device is already signed out. Reload the list.",
  "tokens.too_many": "409 You already have 20 tokens. Revoke one that you no longer use.",
  "tokens.told":
    "409 This token was already made and cannot be shown again. Revoke it and make a new one.",
  "tokens.unknown": "404 This token could not be found. Reload the list.",
  "factors.on_already": "409 Your second step is already set up. Turn it off first.",
  "factors.not_begun": "409 Reload the page and start with the picture to scan.",
  "factors.own": "409 Turn off your own second step on your profile. You need your password there.",
  "factors.needed": "409 Admins here need a second step, so you cannot turn it off.",
  "factors.own_first":
    "409 Set up your own second step first, so that you do not lock yourself out.",
});
