import { errorsOf } from "../../errors.ts";

export const finesError = errorsOf({
  "fines.unknown": "404 This fine could not be found. Reload the list.",
  "fines.no_unit":
    "404 This person cannot be fined, because they do not own, rent or live in any unit. Enter their unit in the register first.",
  "fines.due_before_issue": "400 The due date must be today or later.",
  "fines.changed": "409 Somebody else has just changed this fine. Look at it again.",
  "fines.withdrawn": "409 This fine was withdrawn. Put it back first.",
  "fines.erased":
    "409 The person who got this fine was erased, so nobody can owe it any more. Set it to Paid, or withdraw it.",
  "fines.stands": "409 This fine is not withdrawn, so there is nothing to put back.",
  "fines.paid":
    "409 This fine is Paid. If the money goes back to the person, set it to Unpaid first, and then withdraw it.",
  "fines.too_late":
    "409 This was done too long ago to take it back. Open the fine, and set the status that is right.",
  "fines.nothing_to_undo":
    "409 Somebody has changed this fine since, so there is nothing to take back. Look at it again.",
  "fines.wrong_resident": "400 userId names a different person from the address. Leave it out.",
  "proofs.which_fine":
    "409 It is not clear which fine this proof is for. Choose the fine in your list and send it there.",
  "reminders.nothing_due": "409 None of them has an overdue fine any more. Reload the list.",
});
