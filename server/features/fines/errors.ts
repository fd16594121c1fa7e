import { errorsOf } from "../../errors.ts";

export const finesError = errorsOf({
  "fines.unknown": "404 This fine could not be found. Reload the list.",
  "fines.due_before_issue": "400 The due date must be today or later.",
  "fines.changed": "409 Somebody else has just changed this fine. Look at it again.",
  "fines.wrong_resident": "400 userId names a different person from the address. Leave it out.",
});
