import { errorsOf } from "../../errors.ts";

export const visitorsError = errorsOf({
  "visitors.unknown": "404 This visitor could not be found. Reload the list.",
});
