import { bareHost } from "../https/names.ts";

const wellFormed = /^[^\s/?#@\\]+$/;

/** The name or the address in a Host header, as browsers write it; null if it has none. */
export function nameIn(host: string): string | null {
  const address = `http://${host}`;
  if (!wellFormed.test(host) || !URL.canParse(address)) return null;
  return bareHost(new URL(address).hostname).replace(/\.$/, "") || null;
}
