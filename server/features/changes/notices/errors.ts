import { errorsOf } from "../../../errors.ts";

export const changeNoticesError = errorsOf({
  "changes.unknown": "404 This announcement could not be found. Reload the page.",
  "changes.not_their_unit":
    "403 The register does not have you in this unit today. Choose one of your units, or ask an admin.",
  "changes.not_owner":
    "403 Only an owner can announce a new owner. Ask the owner of your unit to announce it.",
  "changes.not_there":
    "409 The register does not have this person in the unit any more. Reload the page.",
  "changes.too_many":
    "409 You have 20 announcements that wait. Withdraw one that is not right any more.",
  "changes.too_late_to_undo":
    "409 This was withdrawn too long ago to take it back. Announce it again.",
  "changes.decided": "409 This announcement no longer waits. Reload the page.",
});
