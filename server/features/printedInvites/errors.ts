import { errorsOf } from "../../errors.ts";

export const printedInvitesError = errorsOf({
  "sheets.not_waiting":
    "409 Somebody you chose has since signed in or was removed. Look at the list again.",
  "sheets.told":
    "409 These sheets were already made, and their codes cannot be shown again. Make new ones.",
});
