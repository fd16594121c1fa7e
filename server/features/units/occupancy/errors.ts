import { errorsOf } from "../../../errors.ts";

export const partiesError = errorsOf({
  "parties.unknown": "404 This entry could not be found. Reload the page.",
  "parties.ends_before": "400 The last day is before the first. Check both days.",
  "parties.overlaps": "400 This person is entered for these days already. Change that entry.",
  "parties.too_much": "400 The owners' shares of a unit cannot add up to more than 100 %.",
  "parties.not_shared": "400 Only owners have a share. Leave it out.",
});
