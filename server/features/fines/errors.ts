import { errorsOf } from "../../errors.ts";

export const finesError = errorsOf({
  "fines.unknown": "404 This fine could not be found. Reload the list.",
  "fines.no_unit":
    "404 This person cannot be fined, because they own, rent and live in no unit. Enter that in the register first.",
  "fines.due_before_issue": "400 The due date must be today or later.",
  "fines.changed": "409 Somebody else has just changed this fine. Look at it again.",
  "fines.withdrawn": "409 This fine was withdrawn. Put it back first.",
  "fines.stands": "409 This fine is not withdrawn, so there is nothing to put back.",
  "fines.paid":
    "409 This fine is Paid. If the money goes back to the person, set it to Unpaid first, and then withdraw it.",
  "fines.too_late":
    "409 This was done too long ago to take it back. Open the fine, and set the status that is right.",
  "fines.nothing_to_undo":
    "409 Somebody has changed this fine since, so there is nothing to take back. Look at it again.",
  "fines.wrong_resident": "400 userId names a different person from the address. Leave it out.",
  "evidence.unknown": "404 This photo could not be found. Reload the fine.",
  "evidence.too_many": "409 This fine already has 10 photos. Remove one first.",
  "evidence.no_file": "400 No photo arrived. Choose a JPEG, PNG, WebP or HEIC and send it again.",
  "evidence.wrong_type": "415 This file is no photo. Choose a JPEG, PNG, WebP or HEIC.",
  "evidence.archive": "415 There is a ZIP archive hidden in this file. Please send only the photo.",
  "evidence.broken":
    "415 This photo is broken: it does not say how large it is. Please send another, or a screenshot of it.",
  "evidence.too_many_dots":
    "413 This photo has more than 120 million dots (pixels), too many for most devices to open. Please send a smaller one.",
  "evidence.too_large": "413 This photo is larger than 10 MB. Choose a smaller one.",
  "evidence.cut_off": "400 The upload stopped halfway. Send the photo again.",
  "proofs.unknown": "404 This payment proof could not be found. Reload the fine.",
  "proofs.which_fine":
    "409 It is not clear which fine this proof is for. Choose the fine in your list and send it there.",
  "proofs.too_many": "409 This fine already has 20 proofs. Ask an admin to look at them.",
  "proofs.no_file":
    "400 No file arrived. Choose a PDF, JPEG, PNG, WebP or HEIC file and send it again.",
  "proofs.wrong_type": "415 This file is not a PDF, JPEG, PNG, WebP or HEIC. Choose another.",
  "proofs.archive":
    "415 There is a ZIP archive hidden in this file. Please send only the document or the picture.",
  "proofs.broken":
    "415 This picture is broken: it does not say how large it is. Please send another, or a screenshot of it.",
  "proofs.too_many_dots":
    "413 This picture has more than 120 million dots (pixels), too many for most devices to open. Please send a smaller one.",
  "proofs.too_large": "413 This file is larger than 10 MB. Choose a smaller one.",
  "proofs.cut_off": "400 The upload stopped halfway. Send the file again.",
  "reminders.nothing_due": "409 None of them has an overdue fine any more. Reload the list.",
});
