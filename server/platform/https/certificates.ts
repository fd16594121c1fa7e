import type { X509Certificate } from "node:crypto";
import type { Config } from "../../config.ts";
import { localCertificates } from "./localAuthority.ts";
import { ownCertificates } from "./ownCertificate.ts";
import { covers, type Pair } from "./pair.ts";

/** What the server's TLS stands on, for as long as the process lives. */
export interface Certificates {
  kind: "own" | "local";
  /** The pair to serve with now. */
  pair: () => Pair;
  /** The authority made on this machine, which devices may be told to trust. */
  authority: X509Certificate | null;
  /** Whether every device trusts the pair without being told to. */
  isPublic: () => boolean;
  /** What somebody has to know or do, in words; empty when all is well. */
  problems: () => string[];
  /**
   * Takes up what changed: a renewed file, another address, an end that comes near. What cannot be
   * used is left aside and told once, and the pair that was served goes on being served.
   */
  renew: () => Promise<void>;
  /** Calls `take` after each change of the pair, until what this answers is called. */
  onRenewed: (take: (pair: Pair) => void) => () => void;
}

export interface Circumstances {
  clock?: () => Date;
  /** Where what happened to a certificate is told, a sentence at a time. */
  tell?: (words: string) => void;
  /** PEM of the authorities every device trusts; left out, those that come with Node. */
  roots?: readonly string[];
}

/**
 * Opens what HTTPS needs by these settings, making it where it is made here; null without HTTPS.
 * @throws ConfigError
 */
export async function openCertificates(
  config: Config,
  circumstances: Circumstances = {},
): Promise<Certificates | null> {
  const { https } = config;
  if (!https) return null;
  return https === "local"
    ? await localCertificates(config, circumstances)
    : ownCertificates(https, config, circumstances);
}

/** Whether browsers take what is served now for this host. */
export const isServedFor = (certificates: Certificates, host: string): boolean =>
  covers(certificates.pair().chain[0], host);
