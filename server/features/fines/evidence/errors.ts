import { errorsOf } from "../../../errors.ts";

export const evidenceError = errorsOf({
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
});
