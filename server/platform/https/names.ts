import { BlockList, isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** The names an authority may sign for: domains with subdomains, and ranges such as `10.0.0.0/8`. */
export interface Limits {
  names: string[];
  ranges: string[];
}

/** Whether a name or an address is within these limits. */
export function isWithin({ names, ranges }: Limits, host: string): boolean {
  if (isIP(host) === 0) return names.some((each) => host === each || host.endsWith(`.${each}`));
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    list.addSubnet(address, Number(bits), family(address));
  }
  return list.check(host, family(host));
}

/** A host without the brackets of `[fd00::1]`, in lower case as in certificates. */
export const bareHost = (host: string): string => host.replace(/^\[|\]$/g, "").toLowerCase();

/** This machine's name, or null if a certificate cannot have it, for example with an `_`. */
function ownName(): string | null {
  const [name = ""] = hostname().toLowerCase().split(".");
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name) ? name : null;
}

export const isEverywhere = (host: string): boolean => host === "0.0.0.0" || host === "::";

/** Whether only this machine itself can connect to this host. */
export const isOfMachine = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127\./.test(host);

/**
 * This machine's address on the building's network, or the loopback address without a network. IPv6
 * only if there is no IPv4 address and the server listens on it, because people have to type it.
 */
function lanAddress(host: string): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outward = addresses.filter(({ internal, scopeid }) => !internal && !scopeid);
  const typed =
    outward.find(({ family }) => family === "IPv4") ??
    (host === "::" ? outward.find(({ family }) => family === "IPv6") : undefined);
  return typed?.address ?? "127.0.0.1";
}

/** The address that people type: the network's when listening on all, else the one listened on. */
export const reachedAt = (host: string): string => (isEverywhere(host) ? lanAddress(host) : host);

/**
 * The limits of a new authority: this machine's present names and addresses, and nothing else in
 * the building. If the router assigns another address, only the names still work.
 */
export function limitsOfMachine(host: string, origin: string | null): Limits {
  const own = namesOfMachine(host, origin);
  return {
    names: own.filter((each) => isIP(each) === 0),
    ranges: own.filter((each) => isIP(each) !== 0).map(alone),
  };
}

const alone = (address: string) => `${address}/${isIP(address) === 6 ? 128 : 32}`;

/** The host of an address in the form that certificates use. */
export const hostIn = (origin: string | null): string | null =>
  origin ? bareHost(new URL(origin).hostname) : null;

/**
 * Every name and address that people may type for this machine.
 * @param host the address listened on, @param origin what people are told to type
 */
export function namesOfMachine(host: string, origin: string | null): string[] {
  const own = ownName();
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    // Link-local addresses include the interface name of the client, so they cannot be certified.
    .filter(({ scopeid }) => !scopeid)
    .map(({ address }) => address);
  const names = ["localhost", ...(own ? [own, `${own}.local`] : []), "127.0.0.1", "::1"];
  const typed = hostIn(origin);
  return [...new Set([...names, ...addresses, reachedAt(host), ...(typed ? [typed] : [])])];
}
