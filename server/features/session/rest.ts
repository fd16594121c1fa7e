import * as z from "zod";
import { AppError } from "../../errors.ts";
import { adapter, done } from "../../rest.ts";
import { newBearer, signIn, userRoles } from "./schema.ts";
import type { Session } from "./service.ts";

const session = z.strictObject({
  user: z.string(),
  profileId: z.string(),
  userRole: z.enum(userRoles),
});

/** Clients of these paths know three fields; that a password should be changed is our client's affair. */
const toWire = ({ user, profileId, userRole }: Session) => ({ user, profileId, userRole });

/** Below /api/auth. */
export const sessionRest = [
  adapter("POST /sign-in", {
    summary:
      "Signs in with a username or an email, and sets the session cookie. Who has a second step sends its code too.",
    body: z.strictObject({
      username: z.string(),
      password: z.string(),
      code: z.string().optional(),
    }),
    answer: session,
    call: (api) => api.public.session.signIn,
    // An empty field is a wrong entry like any other: it gets the one answer all of them get.
    input: ({ body }) => {
      const entry = signIn.safeParse(body);
      if (!entry.success) throw new AppError("auth.bad_credentials");
      return entry.data;
    },
    output: toWire,
  }),
  adapter("GET /session", {
    summary: "Who is signed in.",
    answer: session,
    call: (api) => api.public.session.current,
    output: (current) => {
      if (!current) throw new AppError("auth.signed_out");
      return toWire(current);
    },
  }),
  adapter("POST /sign-out", {
    summary: "Ends the session.",
    answer: done,
    call: (api) => api.public.session.signOut,
  }),
  adapter("POST /token", {
    summary: "Makes a bearer token for scripts; it is shown this once.",
    body: newBearer.optional(),
    answer: z.strictObject({ token: z.string() }),
    call: (api) => api.member.session.makeToken,
    input: ({ body }) => body ?? {},
    output: ({ token }) => ({ token }),
  }),
];
