import { errorsOf } from "../../errors.ts";

export const privacyError = errorsOf({
  "privacy.still_here":
    "409 This person still lives or works here. Remove them from their list first.",
  "privacy.owes":
    "409 This person has unpaid fines. Set them to Paid once they are paid, or withdraw them. Otherwise nobody will know who owes them.",
  "privacy.erased": "409 This person was already erased.",
  "privacy.not_confirmed": "400 Type the person's name exactly as it is written above.",
});
