import { memberProcedure } from "../../../api/procedures.ts";
import { AppError } from "../../../errors.ts";
import type { CurrentWeather } from "../../../platform/weather/schema.ts";

export const procedures = {
  member: {
    /** Null if there is no weather to show, which is no error in a building without internet. */
    current: memberProcedure
      .meta({ notQueued: true })
      .query(async ({ ctx }): Promise<CurrentWeather | null> => {
        try {
          return await ctx.weather.current();
        } catch (error) {
          if (error instanceof AppError && error.code === "weather.unavailable") return null;
          throw error;
        }
      }),
  },
};
