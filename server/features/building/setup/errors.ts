import { errorsOf } from "../../../errors.ts";

export const setupError = errorsOf({
  "setup.done": "409 Stoep is already set up. Sign in instead.",
});
