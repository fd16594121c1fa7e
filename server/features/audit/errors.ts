import { errorsOf } from "../../errors.ts";

export const auditError = errorsOf({
  "audit.unknown": "404 This entry could not be found. Reload the list.",
});
