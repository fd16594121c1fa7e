import { BlockList, isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

/** Names that are never anybody's in the world outside, with everything below them (RFC 6761, 6762, 8375). */
const privateNames = ["local", "localhost", "home.arpa", "internal", "lan"];

/** Addresses that mean something in the building only (RFC 1918, 3927, 4193), and the machine's own. */
const privateRanges = [
  ...["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"],
  ...["::1/128", "fc00::/7", "fe80::/10"],
];

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

/** The address of this machine on the building's network; its own when there is no network. */
function lanAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outward = addresses.find(({ family, internal }) => family === "IPv4" && !internal);
  return outward?.address ?? "127.0.0.1";
}

const isEverywhere = (host: string) => host === "0.0.0.0" || host === "::";

/** Listening on all addresses is listening on the building's network; else people type what is listened on. */
export const reachedAt = (host: string): string => (isEverywhere(host) ? lanAddress() : host);

/**
 * What a new authority may vouch for: what is private, and this machine by the name and the address it
 * has now, which in a building with addresses of the world outside is not private.
 */
export function limitsOfMachine(host: string, origin: string | null): Limits {
  const own = [ownName(), hostIn(origin), reachedAt(host)].filter((each) => each !== null);
  return {
    names: [...new Set([...privateNames, ...own.filter((each) => isIP(each) === 0)])],
    ranges: [...privateRanges, ...own.filter((each) => isIP(each) !== 0).map(alone)].filter(
      (range, index, all) => all.indexOf(range) === index,
    ),
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
