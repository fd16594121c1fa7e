import { errorsOf } from "../../errors.ts";

export const buildingError = errorsOf({
  "picture.none": "404 The building has no picture.",
  "picture.no_file": "400 No picture arrived. Choose a JPEG, PNG or WebP and send it again.",
  "picture.wrong_type":
    "415 This file is no picture that can be shown. Choose a JPEG, PNG or WebP.",
  "picture.archive":
    "415 There is a ZIP archive hidden in this file. Please send only the picture.",
  "picture.broken":
    "415 This picture is broken: it does not say how large it is. Please send another, or a screenshot of it.",
  "picture.too_many_dots":
    "413 This picture has more than 16 million dots (pixels), too many for old phones. Please send a smaller one.",
  "picture.too_large": "413 This picture is larger than 2 MB. Choose a smaller one.",
  "picture.cut_off": "400 The upload stopped halfway. Send the picture again.",
  "setup.done": "409 Stoep is already set up. Sign in instead.",
});
