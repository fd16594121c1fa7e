import { errorsOf } from "../../../errors.ts";

export const proofsError = errorsOf({
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
});
