import * as z from "zod";
import { adapter, done, restBelow } from "../../../api/rest.ts";
import { authError } from "../../../platform/auth/errors.ts";
import { procedures } from "./router.ts";
import { newBearer, passwordReplacement, signIn, userRoles } from "./schema.ts";
import type { Session } from "./service.ts";

const session = z.strictObject({
  user: z.string(),
  profileId: z.string(),
  userRole: z.enum(userRoles),
});

const sessionWithEmail = session.extend({ email: z.string() });

/** Clients know only these fields. An error message says when a password must be chosen. */
const toWire = ({ user, profileId, userRole }: Session) => ({ user, profileId, userRole });

export const rest = restBelow("/api/auth", [
  adapter("POST /sign-in", {
    summary:
      "Signs in with a username or an email, and sets the session cookie. People with a second step also send its code.",
    body: z.strictObject({
      username: z.string().catch(""),
      password: z.string().catch(""),
      code: z.string().optional(),
    }),
    answer: session,
    errors: ["auth.bad_credentials", "auth.code_needed", "auth.bad_code", "auth.too_many"],
    procedure: procedures.public.signIn,
    // A missing or empty field is treated like any wrong entry, so all get the same response.
    input: ({ body }) => {
      const entry = signIn.safeParse(body);
      if (!entry.success) throw authError("auth.bad_credentials");
      return entry.data;
    },
    output: toWire,
  }),
  adapter("GET /session", {
    summary: "Who is signed in.",
    answer: sessionWithEmail,
    errors: ["auth.signed_out"],
    procedure: procedures.public.current,
    output: (current) => {
      if (!current) throw authError("auth.signed_out");
      return { ...toWire(current), email: current.email };
    },
  }),
  adapter("POST /sign-out", {
    summary: "Ends the session.",
    answer: done,
    procedure: procedures.public.signOut,
  }),
  adapter("POST /token", {
    summary: "Makes a bearer token for scripts. It is shown only this once.",
    body: newBearer.optional(),
    answer: z.strictObject({ token: z.string() }),
    errors: ["tokens.too_many", "auth.password_needed", "request.key_reused"],
    procedure: procedures.member.makeToken,
    input: ({ body }) => body ?? {},
    output: ({ token }) => ({ token }),
  }),
  adapter("POST /password", {
    summary:
      "Chooses another password. Your other sessions and all your tokens end; this session stays.",
    body: passwordReplacement,
    answer: done,
    procedure: procedures.member.replacePassword,
    input: ({ body }) => body,
    errors: ["auth.wrong_current_password", "auth.weak_password", "auth.too_many"],
    refusals: { "auth.wrong_password": "auth.wrong_current_password" },
  }),
]);
