import { errorsOf } from "../../errors.ts";

export const visitorsError = errorsOf({
  "visitors.day_too_far":
    "400 A visit begins yesterday at the earliest and ends in 90 days at the latest. Check the year.",
  "visitors.lives_elsewhere":
    "403 The register has you living in no unit of this building on that day, so who lives there signs visitors in. If that is wrong, tell the trustees.",
  "visitors.too_late_to_undo":
    "409 This visitor left too long ago to take it back. Sign them in again instead.",
  "visitors.unknown": "404 This visitor could not be found. Reload the list.",
});
