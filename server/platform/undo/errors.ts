import { errorsOf } from "../../errors.ts";

export const undoError = errorsOf({
  "undo.too_late":
    "409 This was done too long ago to take it back with one press. Correct it by hand instead.",
  "undo.changed_since":
    "409 Somebody has changed this since, so it cannot be taken back with one press. Correct it by hand instead.",
});
