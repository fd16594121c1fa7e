import { type ParsedLocation, redirect } from "@tanstack/react-router";
import type { userRoles } from "../../../server/features/session/schema.ts";
import { type Answers, api, queryClient, utils } from "../../trpc.ts";

export type Session = NonNullable<Answers["public"]["session"]["current"]>;
export type UserRole = (typeof userRoles)[number];

const homes = {
  admin: "/admin/dashboard",
  resident: "/resident/dashboard",
  staff: "/staff/dashboard",
} as const satisfies Record<UserRole, string>;

/** Where a signed-in person belongs; a role we do not know belongs on the 404 page. */
export const homeOf = ({ userRole }: Session): string => homes[userRole] ?? "/nopage";

/** Who is signed in: null for nobody, undefined while the answer is on its way. */
export const useSession = () => api.public.session.current.useQuery().data;

const tabs = new BroadcastChannel("session");
tabs.onmessage = async ({ data: left }) => {
  if (left) forgetDrafts();
  await utils.public.session.current.invalidate();
  if (utils.public.session.current.getData()) await queryClient.resetQueries(readBySession);
};

/** What was typed and not sent waits for who comes back to an ended session, not for who left. */
function forgetDrafts() {
  // A form that goes keeps what is in it.
  for (const form of document.forms) form.reset();
  sessionStorage.clear();
}

/** Takes over another session, or with null none because they left, and tells the other tabs. */
export function takeSession(session: Session | null) {
  if (!session) forgetDrafts();
  queryClient.removeQueries(readBySession);
  utils.public.session.current.setData(undefined, session);
  tabs.postMessage(!session);
}

/** Everything but who is signed in and how one may: what one session has read is not for the next. */
const readBySession = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
    !`${queryKey[0]}`.startsWith("public,session,"),
};

/** Who is signed in; nobody is sent to log in, and back. */
export async function signedIn({ href }: ParsedLocation): Promise<Session> {
  const session = await utils.public.session.current.ensureData();
  if (!session) throw redirect({ to: "/login", search: { to: href } });
  return session;
}

/** Where signing in with the outside provider begins. */
export const providerAddress = (to?: string) =>
  `/api/auth/oidc/start${to ? `?to=${encodeURIComponent(to)}` : ""}`;

/** Search of the pages that lead on: an address of this site to go to afterwards, or nothing. */
export function safeRedirect({ to }: Record<string, unknown>): { to?: string | undefined } {
  const own =
    typeof to === "string" &&
    to.startsWith("/") &&
    new URL(to, location.origin).origin === location.origin;
  // Left out, the router would pass on what the address says.
  return { to: own ? to : undefined };
}
