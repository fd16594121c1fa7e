import { BlockList, isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** What an authority may vouch for: names with all below them, and ranges such as `10.0.0.0/8`. */
export interface Limits {
  names: string[];
  ranges: string[];
}

/** Whether a name or an address lies within these limits. */
export function isWithin({ names, ranges }: Limits, host: string): boolean {
  if (isIP(host) === 0) return names.some((each) => host === each || host.endsWith(`.${each}`));
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    list.addSubnet(address, Number(bits), family(address));
  }
  return list.check(host, family(host));
}

/** `[fd00::1]` of an address bar without its brackets, in lower case as certificates are compared. */
export const bareHost = (host: string): string => host.replace(/^\[|\]$/g, "").toLowerCase();

/** This machine's name as a certificate can carry it; null for one with other signs, such as `_`. */
function ownName(): string | null {
  const [name = ""] = hostname().toLowerCase().split(".");
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name) ? name : null;
}

export const isEverywhere = (host: string): boolean => host === "0.0.0.0" || host === "::";

/** Whether only this machine reaches what listens there. */
export const isOfMachine = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127\./.test(host);

/**
 * The address of this machine on the building's network; its own when there is no network. An IPv6 one
 * only where there is no other and it is listened on: people have to type it.
 */
function lanAddress(host: string): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outward = addresses.filter(({ internal, scopeid }) => !internal && !scopeid);
  const typed =
    outward.find(({ family }) => family === "IPv4") ??
    (host === "::" ? outward.find(({ family }) => family === "IPv6") : undefined);
  return typed?.address ?? "127.0.0.1";
}

/** Listening on all addresses is listening on the building's network; else people type what is listened on. */
export const reachedAt = (host: string): string => (isEverywhere(host) ? lanAddress(host) : host);

/**
 * What a new authority may vouch for: this machine by the names and addresses it has now, and nothing
 * else in the building. Another address by the router's whim is not covered; the names still are.
 */
export function limitsOfMachine(host: string, origin: string | null): Limits {
  const own = namesOfMachine(host, origin);
  return {
    names: own.filter((each) => isIP(each) === 0),
    ranges: own.filter((each) => isIP(each) !== 0).map(alone),
  };
}

const alone = (address: string) => `${address}/${isIP(address) === 6 ? 128 : 32}`;

/** The host of an address, as a certificate has it. */
export const hostIn = (origin: string | null): string | null =>
  origin ? bareHost(new URL(origin).hostname) : null;

/**
 * Every name and address people may type for this machine.
 * @param host the address listened on, @param origin what people are told to type
 */
export function namesOfMachine(host: string, origin: string | null): string[] {
  const own = ownName();
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    // A link-local address is typed with the name of the phone's own interface: it cannot be certified.
    .filter(({ scopeid }) => !scopeid)
    .map(({ address }) => address);
  const names = ["localhost", ...(own ? [own, `${own}.local`] : []), "127.0.0.1", "::1"];
  const typed = hostIn(origin);
  return [...new Set([...names, ...addresses, reachedAt(host), ...(typed ? [typed] : [])])];
}
