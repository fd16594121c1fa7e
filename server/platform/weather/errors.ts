import { errorsOf } from "../../errors.ts";

export const weatherError = errorsOf({
  "weather.unavailable": "503 Weather unavailable",
});
