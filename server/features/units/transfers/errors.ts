import { errorsOf } from "../../../errors.ts";

export const transfersError = errorsOf({
  "transfers.before_last":
    "400 The unit changed hands on that day or later already. Correct that entry first.",
  "transfers.twice": "400 The same person is named twice. Name everybody once.",
  "transfers.keeps_sign_in":
    "400 They still own or live in a unit, or work for the building, so they can still log in. Take the tick away.",
  "transfers.not_theirs": "400 Only one of the new owners can have the vote.",
});
