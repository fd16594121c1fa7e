import { errorsOf } from "../../errors.ts";

export const buildingError = errorsOf({
  "picture.none": "404 The building has no picture.",
  "setup.done": "409 Stoep is already set up. Sign in instead.",
});
