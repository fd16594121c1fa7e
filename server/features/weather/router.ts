import { memberProcedure } from "../../trpc.ts";

export const weather = {
  member: {
    current: memberProcedure.query(({ ctx }) => ctx.weather.current()),
  },
};
