import { BlockList, isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** The names an authority may sign for: domains with subdomains, and ranges such as `10.0.0.0/8`. */
export interface Limits {
  names: string[];
  ranges: string[];
}

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

/** Without link-local addresses, which cannot be certified: they include the client's interface. */
const addresses = () =>
  Object.values(networkInterfaces()).flatMap(
    (each) => each?.filter(({ scopeid }) => !scopeid) ?? [],
  );

/** IPv6 only if there is no IPv4 address, because people have to type it. */
function lanAddress(host: string): string {
  const outward = addresses().filter(({ internal }) => !internal);
  const typed =
    outward.find(({ family }) => family === "IPv4") ??
    (host === "::" ? outward.find(({ family }) => family === "IPv6") : undefined);
  return typed?.address ?? "127.0.0.1";
}

/** The address that people type: the network's when listening on all, else the one listened on. */
export const reachedAt = (host: string): string => (isEverywhere(host) ? lanAddress(host) : host);

/** This machine's present names and addresses, and nothing else in the building. */
export function limitsOfMachine(host: string, origin: string | null): Limits {
  const own = namesOfMachine(host, origin);
  return {
    names: own.filter((each) => isIP(each) === 0),
    ranges: own.flatMap((each) => (isIP(each) ? `${each}/${isIP(each) === 6 ? 128 : 32}` : [])),
  };
}

export const hostIn = (origin: string | null): string | null =>
  origin ? bareHost(new URL(origin).hostname) : null;

/** @param host the address listened on @param origin what people are told to type */
export function namesOfMachine(host: string, origin: string | null): string[] {
  const own = ownName();
  const names = ["localhost", ...(own ? [own, `${own}.local`] : []), "127.0.0.1", "::1"];
  const here = addresses().map(({ address }) => address);
  const typed = hostIn(origin);
  return [...new Set([...names, ...here, reachedAt(host), ...(typed ? [typed] : [])])];
}
