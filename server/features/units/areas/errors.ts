import { errorsOf } from "../../../errors.ts";

export const areasError = errorsOf({
  "areas.taken": "409 Another unit has this area on that day. Enter its last day there first.",
  "areas.unknown": "404 This area could not be found. Reload the page.",
  "areas.ends_before": "400 The last day is before the first. Check both days.",
});
