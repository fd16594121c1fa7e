import { errorsOf } from "../../errors.ts";

export const filesError = errorsOf({
  "files.one_only": "400 More than one file arrived. Send one at a time.",
});
