import { errorsOf } from "../../errors.ts";

export const changesError = errorsOf({
  "changes.unit_removed":
    "409 The unit was removed from the register. Refuse the announcement, with that as the reason.",
  "changes.no_longer_owner":
    "409 The person who announced this does not own the unit before that day. Check the day and the register, or refuse the announcement.",
  "changes.left_already":
    "409 The register already has a last day for this person. If it is right, press “It is in the register already”.",
  "changes.who_missing": "400 Say who it is. Choose somebody, or enter a name.",
  "changes.not_resident":
    "409 The register does not have this person in the unit. Choose who moves out, or refuse the announcement.",
  "changes.unknown": "404 This announcement could not be found. Reload the page.",
  "changes.not_their_unit":
    "403 The register does not have you in this unit today. Choose one of your units, or ask an admin.",
  "changes.not_owner":
    "403 Only an owner can announce a new owner. Ask the owner of your unit to announce it.",
  "changes.not_there":
    "409 The register does not have this person in the unit any more. Reload the page.",
  "changes.too_many":
    "409 You have 20 announcements waiting for an answer. Withdraw one that is no longer right.",
  "changes.too_late_to_undo":
    "409 This was withdrawn too long ago to take it back. Announce it again.",
  "changes.decided": "409 This announcement was already decided or withdrawn. Reload the page.",
});
