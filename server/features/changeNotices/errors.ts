import { errorsOf } from "../../errors.ts";

export const changeNoticesError = errorsOf({
  "changeNotices.unknown": "404 This announcement could not be found. Reload the page.",
  "changeNotices.not_their_unit":
    "403 The register does not have you in this unit today. Choose one of your units, or ask an admin.",
  "changeNotices.not_owner":
    "403 Only an owner can announce a new owner. Ask the owner of your unit to announce it.",
  "changeNotices.not_there":
    "409 The register does not have this person in the unit any more. Reload the page.",
  "changeNotices.too_many":
    "409 You have 20 announcements that wait. Withdraw one that is not right any more.",
  "changeNotices.decided": "409 This announcement no longer waits. Reload the page.",
});
