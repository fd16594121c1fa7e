import { errorsOf } from "../../errors.ts";

export const announcementsError = errorsOf({
  "announcements.unknown":
    "404 This announcement could not be found, or is not yours. Reload the page.",
  "announcements.not_yours":
    "403 Only the person who posted this notice, or an admin, can change it.",
  "announcements.no_outage":
    "409 This notice is not about an outage, or the outage is over. Reload the list.",
  "announcements.changed":
    "409 Somebody has changed this notice since you opened it. Nothing is saved yet. Close this, look at the notice, and correct it again.",
  "announcements.ends_first": "400 The end is before the beginning. Correct one of them.",
  "announcements.ends_before_outage":
    "400 The notice would be gone before the outage is over. Choose a later day, or none.",
  "announcements.over": "400 The end is over already. Choose a later one, or none.",
  "announcements.too_late":
    "409 This was posted too long ago to take it back. Post another one that corrects it.",
});
