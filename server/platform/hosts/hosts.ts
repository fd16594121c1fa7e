import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import type { Config } from "../../config.ts";
import { type Certificates, isServedFor } from "../https/certificates.ts";
import { nameIn } from "./hostHeader.ts";

/** How many Host headers a request has; Node tells of the first alone. */
export function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") count += 1;
  return count;
}

/** What this server's names depend on. */
export interface Site {
  config: Pick<Config, "allowedHosts" | "https">;
  certificates: Certificates | null;
  /** The address that people are told. */
  origin: () => string;
}

/** The machine's own names: whole, without its domain, and as it is found on the building's network. */
function ownNames(): string[] {
  const whole = hostname().toLowerCase();
  const [short = ""] = whole.split(".");
  return [whole, short, `${short}.local`];
}

/**
 * Whether a request may be for this host. Any address in figures may: what another site's page could
 * lead here by changing where its name points to (DNS rebinding) has a name.
 */
export function isAllowed({ config, certificates, origin }: Site, name: string): boolean {
  if (isIP(name) !== 0) return true;
  const known = ["localhost", ...ownNames(), nameIn(new URL(origin()).host)];
  if (known.includes(name) || config.allowedHosts.includes(name)) return true;
  return certificates?.kind === "own" && isServedFor(certificates, name);
}
