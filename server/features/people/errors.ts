import { errorsOf } from "../../errors.ts";
import { maintenanceTypes } from "./schema.ts";

export const peopleError = errorsOf({
  "people.unknown": "404 This person could not be found. Reload the list.",
  "people.email_taken": "409 This email cannot be used here. Enter another one.",
  "people.email_shared":
    "409 Somebody signs in with this email. Confirm that they use their username from now on.",
  "people.username_taken": "409 Somebody already uses this username. Choose another.",
  "people.last_admin":
    "409 This is the only admin who can log in. Make somebody else an admin first, and wait until they have logged in.",
  "people.bad_role": `400 newRole must be Admin, Staff, Resident, or one of the maintenance types ${maintenanceTypes.join(", ")}.`,
});
