import { errorsOf } from "../../errors.ts";
import { noUnitRefusal } from "./schema.ts";

export const maintenanceError = errorsOf({
  "maintenance.day_too_far":
    "400 The date must be within the last year or the next 90 days. Check the year.",
  "maintenance.no_unit": `403 ${noUnitRefusal}`,
  "maintenance.unknown": "404 This maintenance request could not be found. Reload the list.",
  "maintenance.changed": "409 Somebody else has just changed this request. Look at it again.",
});
