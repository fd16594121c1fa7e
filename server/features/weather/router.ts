import { memberProcedure } from "../../api/procedures.ts";
import { AppError } from "../../errors.ts";
import type { CurrentWeather } from "../../platform/weather/schema.ts";

export const weather = {
  member: {
    /** Null when there is none to show: in a building without internet that is no failure. */
    current: memberProcedure.query(async ({ ctx }): Promise<CurrentWeather | null> => {
      try {
        return await ctx.weather.current();
      } catch (error) {
        if (error instanceof AppError && error.code === "weather.unavailable") return null;
        throw error;
      }
    }),
  },
};
