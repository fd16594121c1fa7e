import { adapter, forPrograms } from "../../../api/rest.ts";
import { weatherError } from "../../../platform/weather/errors.ts";
import { currentWeather } from "../../../platform/weather/schema.ts";
import { procedures } from "./router.ts";

export const rest = forPrograms([
  adapter("GET /weather", {
    summary: "The weather outside, in °C. The server fetches it, so that clients never have to.",
    answer: currentWeather,
    errors: ["weather.unavailable"],
    procedure: procedures.member.current,
    output: (current) => {
      if (!current) throw weatherError("weather.unavailable");
      return current;
    },
  }),
]);
