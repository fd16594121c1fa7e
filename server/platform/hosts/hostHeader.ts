import { bareHost } from "../https/names.ts";

// What a Host header may say (RFC 9110, 7.2): a name or an address, and perhaps a port.
const wellFormed = /^[^\s/?#@\\]+$/;

/** The name or the address in a Host header, as browsers write it; null where it is none. */
export function nameIn(host: string): string | null {
  const address = `http://${host}`;
  if (!wellFormed.test(host) || !URL.canParse(address)) return null;
  return bareHost(new URL(address).hostname).replace(/\.$/, "") || null;
}
