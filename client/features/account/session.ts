import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { getQueryKey } from "@trpc/react-query";
import type { userRoles } from "../../../server/features/account/session/schema.ts";
import { belongTo, persistQueryByKey } from "../../offline/lastSeen.ts";
import { type Answers, api, client, queryClient, utils } from "../../trpc.ts";

export type Session = NonNullable<Answers["public"]["session"]["current"]>;
export type UserRole = (typeof userRoles)[number];

const homes = {
  admin: "/admin/dashboard",
  resident: "/resident/dashboard",
  staff: "/staff/dashboard",
} as const satisfies Record<UserRole, string>;

/** The home page of a signed-in person; an unknown role gets the 404 page. */
export const homeOf = ({ userRole, atGate }: Session): string =>
  atGate ? "/staff/gate" : (homes[userRole] ?? "/nopage");

/** The page that was wanted before the login, unless it belongs to another role. */
export function pageWanted({ userRole }: Pick<Session, "userRole">, to: string | undefined) {
  const area = to?.split(/[/?#]/)[1] ?? "";
  return area === userRole || !(area in homes) ? to : undefined;
}

/** The session: null when nobody is signed in, undefined while it is being fetched. */
export const useSession = () => api.public.session.current.useQuery().data;

const tabs = new BroadcastChannel("session");
tabs.onmessage = async ({ data: left }) => {
  if (left) forgetDrafts();
  const { current } = utils.public.session;
  const before = current.getData();
  await current.invalidate();
  const now = current.getData();
  // What somebody typed here is not for the next person; their draft is kept for them.
  if (before && now && before.profileId !== now.profileId) location.reload();
  else if (now) await queryClient.resetQueries(readBySession);
};

export class SignInNotKept extends Error {}

export async function keptSession(session: Session): Promise<Session> {
  // Over HTTPS they are kept, unless the browser keeps none at all.
  if (isSecureContext && navigator.cookieEnabled) return session;
  // Without an answer there is nothing to say against it.
  if ((await client.public.session.current.query().catch(() => session)) === null)
    throw new SignInNotKept();
  return session;
}

/** Deletes drafts: they are for people whose session expired, not for people who sign out. */
function forgetDrafts() {
  // A form saves its draft when it is removed, so it is emptied first.
  for (const form of document.forms) form.reset();
  sessionStorage.clear();
}

/** Changes to another session, whose drafts alone stay, or to none after a sign-out, and tells the other tabs. */
export function takeSession(session: Session | null) {
  if (!session) forgetDrafts();
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith("draft ") && !key.startsWith(`draft ${session?.profileId} `))
      sessionStorage.removeItem(key);
  queryClient.removeQueries(readBySession);
  // An answer on its way may still say who was signed in before.
  void utils.public.session.current.cancel();
  utils.public.session.current.setData(undefined, session);
  void belongTo(session);
  void persistQueryByKey(getQueryKey(api.public.session.current, undefined, "query"), queryClient);
  tabs.postMessage(!session);
}

/** Takes the session that a form began. Returns its first page, or the login if it was not kept. */
export async function beginSession(session: Session | null): Promise<string> {
  const kept = session && (await keptSession(session).catch(() => null));
  takeSession(kept);
  if (kept) return homeOf(kept);
  return session ? "/login?problem=not_kept" : "/login";
}

/** Matches what a session has read: everything but the session and the ways to sign in. */
const readBySession = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
    !`${queryKey[0]}`.startsWith("public,session,"),
};

/** The session. Without one, redirects to the login, and back afterwards. */
export async function signedIn({ href }: ParsedLocation): Promise<Session> {
  const session = await utils.public.session.current.ensureData();
  if (!session) throw redirect({ to: "/login", search: { to: href } });
  return session;
}

export const providerAddress = (to?: string) =>
  `/api/auth/oidc/start${to ? `?to=${encodeURIComponent(to)}` : ""}`;

/** The search of pages that lead on: a path of this site to go to afterwards, or nothing. */
export function safeRedirect({ to }: Record<string, unknown>): { to?: string | undefined } {
  const own = typeof to === "string" && to.startsWith("/") && isOfThisSite(to);
  // If `to` were left out, the router would pass on the one in the URL.
  return { to: own ? to : undefined };
}

function isOfThisSite(to: string): boolean {
  try {
    return new URL(to, location.origin).origin === location.origin;
  } catch {
    // Such as "//", which names no host.
    return false;
  }
}

/** Asks what a link or code is for, and whose it is. It is sent in the body, to reach no server log. */
export const lookAtLink = (token: string) =>
  utils.public.links.look.fetch({ token }, { trpc: { context: { secret: true } } });
