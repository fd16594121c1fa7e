import { errorsOf } from "../../errors.ts";

export const idNumbersError = errorsOf({
  "people.id_number_lost":
    "409 This ID number cannot be read, because it was changed outside Stoep. Restore a backup, or remove the person and sign them up again.",
});
