import { errorsOf } from "../../../errors.ts";

export const remindersError = errorsOf({
  "reminders.nothing_due": "409 None of them has an overdue fine any more. Reload the list.",
});
