/**
 * What a device keeps of what it has read, to show it again without a network: one's own dashboard,
 * lists and card, and the notices. Not kept is what belongs to others (a lost phone of an admin would
 * tell of everybody), what is only of use with a network (payments, tokens, links), and every file.
 */
const cachedProcedures = new Set([
  "public.session.current",
  "member.announcements.all",
  "member.building.details",
  "member.weather.current",
  "resident.dashboard.messages",
  "resident.dashboard.overview",
  "resident.fines.mine",
  "resident.maintenance.mine",
  "resident.profile.get",
  "resident.visitors.present",
  "staff.dashboard.overview",
  "staff.maintenance.all",
  "staff.profile.get",
  "admin.dashboard.overview",
]);

const prefix = "/api/trpc/";

/** The procedure that an address calls; null where it calls none. */
export const procedureOf = ({ pathname }: URL): string | null =>
  pathname.startsWith(prefix) ? pathname.slice(prefix.length) : null;

/** Whether the answer may be kept. Somebody else's affairs are named by their `profileId`. */
export const isCacheable = (url: URL): boolean =>
  cachedProcedures.has(procedureOf(url) ?? "") && !url.search.includes("profileId");

/** The addresses that the calls of a batch would have one by one; of what is no batch, its own. */
export function callsIn(url: URL): URL[] {
  if (!url.searchParams.has("batch")) return [url];
  const inputs = JSON.parse(url.searchParams.get("input") ?? "{}");
  return (procedureOf(url) ?? "").split(",").map((procedure, place) => {
    const input = JSON.stringify(inputs[place]);
    return new URL(prefix + procedure + (input ? `?input=${encodeURIComponent(input)}` : ""), url);
  });
}

/** Whether a call changes who is signed in here, or may: `signIn`, `signOut`, a link, the set-up. */
export const changesWhoIsHere = (procedure: string): boolean =>
  procedure.startsWith("public.") || procedure.startsWith("member.session.");

/** What the worker tells a page. */
export type WorkerMessage =
  /** An answer came over the network, or of what was kept: seen then, an HTTP date. */
  | { procedure: string; seen: string | null }
  /** Whether the house answers at all. */
  | { reached: boolean };

/** What a page asks of the worker. */
export type PageMessage = "Do you reach the house?";
