import { isIP } from "node:net";
import { hostname } from "node:os";
import type { Config } from "../../config.ts";
import { isServedFor } from "../https/certificates.ts";
import type { Certificates } from "../https/currentPair.ts";
import { nameIn } from "./hostHeader.ts";

/** The settings that this server's allowed names depend on. */
export interface Site {
  config: Pick<Config, "allowedHosts" | "https">;
  certificates: Certificates | null;
  /** The address that people are told to use. */
  origin: () => string;
}

/** Any IP address may be asked for: DNS rebinding uses a name. */
export function isAllowed({ config, certificates, origin }: Site, name: string): boolean {
  if (isIP(name) !== 0) return true;
  const whole = hostname().toLowerCase();
  const [short = ""] = whole.split(".");
  const known = ["localhost", whole, short, `${short}.local`, nameIn(new URL(origin()).host)];
  if (known.includes(name) || config.allowedHosts.includes(name)) return true;
  return certificates?.kind === "own" && isServedFor(certificates, name);
}
