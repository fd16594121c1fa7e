import { errorsOf } from "../../../errors.ts";

export const printedInvitesError = errorsOf({
  "sheets.not_waiting":
    "409 Somebody you chose has since signed in or was removed. Look at the list again.",
  "sheets.told":
    "409 These sheets were already made, and their codes cannot be shown again. Make new ones.",
  "sheets.replaced":
    "409 Newer sheets or links were made for these people meanwhile, so these codes do not work. Make new sheets.",
});
