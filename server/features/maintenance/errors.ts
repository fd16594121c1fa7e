import { errorsOf } from "../../errors.ts";

export const maintenanceError = errorsOf({
  "maintenance.day_too_far":
    "400 The date must be within the last year or the next 90 days. Check the year.",
  "maintenance.no_unit":
    "403 The register has no unit of yours in this building any more, so who has it now reports what is broken. If that is wrong, tell the trustees.",
  "maintenance.unknown": "404 This maintenance request could not be found. Reload the list.",
  "maintenance.changed": "409 Somebody else has just changed this request. Look at it again.",
});
