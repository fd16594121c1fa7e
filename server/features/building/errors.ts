import { errorsOf } from "../../errors.ts";

export const buildingError = errorsOf({
  "building.changed":
    "409 Somebody has changed this since you opened it. Nothing is saved yet. Compare what you typed with what is stored now, and save again.",
  "picture.none": "404 The building has no picture.",
  "setup.done": "409 Stoep is already set up. Log in instead.",
});
