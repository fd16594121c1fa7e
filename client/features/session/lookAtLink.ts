import { utils } from "../../trpc.ts";

/** What a link or code is for, and whose. It travels in the body, so that it stands in no server log. */
export const lookAtLink = (token: string) =>
  utils.public.links.look.fetch({ token }, { trpc: { context: { secret: true } } });
