import { errorsOf } from "../../../errors.ts";

export const sessionError = errorsOf({
  "sessions.unknown": "404 This device is already signed out. Reload the list.",
  "tokens.too_many": "409 You already have 20 tokens. Revoke one that you no longer use.",
  "tokens.told":
    "409 This token was already made and cannot be shown again. Revoke it and make a new one.",
  "tokens.unknown": "404 This token could not be found. Reload the list.",
});
