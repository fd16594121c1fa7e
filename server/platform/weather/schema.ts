import * as z from "zod";

/** Current weather in the form that screens use: temperature in °C, `observedAt` a UTC instant. */
export const currentWeather = z.object({
  name: z.string(),
  main: z.object({ temp: z.number() }),
  weather: z.array(z.object({ description: z.string(), icon: z.string() })),
  observedAt: z.iso.datetime(),
});
export type CurrentWeather = z.output<typeof currentWeather>;
