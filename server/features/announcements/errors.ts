import { errorsOf } from "../../errors.ts";

export const announcementsError = errorsOf({
  "announcements.unknown": "404 This announcement is not here, or is not yours. Reload the page.",
  "announcements.too_late":
    "409 This was posted too long ago to take it back. Post another one that corrects it.",
});
