import { errorsOf } from "../../errors.ts";

export const maintenanceError = errorsOf({
  "maintenance.unknown": "404 This maintenance request could not be found. Reload the list.",
  "maintenance.changed": "409 Somebody else has just changed this request. Look at it again.",
});
