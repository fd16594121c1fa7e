import { errorsOf } from "../../../errors.ts";

export const weightsError = errorsOf({
  "weights.not_yet":
    "400 That day has not come yet. A rule is in force from the day of its CSOS certificate.",
  "weights.incomplete":
    "400 Some units would have a weight and others none. Enter one for every unit, or for none.",
  "weights.twice": "400 The same unit is named twice. Name every unit once.",
  "weights.all_nothing": "400 At least one unit needs a weight of more than 0.",
});
