import { utils } from "../../trpc.ts";

/** What a link or code is for, and whose it is. It is sent in the body, to reach no server log. */
export const lookAtLink = (token: string) =>
  utils.public.links.look.fetch({ token }, { trpc: { context: { secret: true } } });
