import { errorsOf } from "../../../errors.ts";

export const passkeysError = errorsOf({
  "passkeys.off":
    "404 Passkeys do not work here yet, because they need a secure address with a name. Ask an admin about it.",
  "passkeys.unknown": "404 This passkey could not be found. Reload the list.",
});
