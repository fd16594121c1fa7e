import { errorsOf } from "../../errors.ts";

/** How asking for the weather can fail. */
export const weatherError = errorsOf({
  "weather.unavailable": "503 Weather unavailable",
});
