import { errorsOf } from "../../errors.ts";

/** How an upload can fail. */
export const filesError = errorsOf({
  "files.one_only": "400 More than one file arrived. Send one at a time.",
});
