import { errorsOf } from "../../errors.ts";
import { noUnitRefusal } from "./schema.ts";

export const maintenanceError = errorsOf({
  "maintenance.day_too_far":
    "400 The date must be within the last year or the next 90 days. Check the year.",
  "maintenance.no_unit": `403 ${noUnitRefusal}`,
  "maintenance.unknown": "404 This maintenance request could not be found. Reload the list.",
  "maintenance.internal":
    "403 Residents cannot write internal notes, because they cannot read them. Leave internal out.",
  "maintenance.not_your_photo": "403 Only the person who added this, or an admin, can remove it.",
  "maintenance.closed": "409 This request is closed. Open it again first.",
  "maintenance.open": "409 This request is still open. Rate it once it is closed.",
  "maintenance.not_closed": "409 This request is open already. Write a note instead.",
  "maintenance.nobody_for_it":
    "400 A request can be given to a member of staff, an admin or a company in the register. Choose one.",
  "maintenance.due_day": "400 The day must be today or within the next year.",
  "maintenance.itself": "400 A request cannot be joined to itself. Choose another one.",
  "maintenance.changed": "409 Somebody else has just changed this request. Look at it again.",
});
