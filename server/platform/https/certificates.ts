import type { Config } from "../../config.ts";
import type { Certificates, Circumstances } from "./currentPair.ts";
import { localCertificates } from "./localAuthority.ts";
import { ownCertificates } from "./ownCertificate.ts";
import { covers } from "./pair.ts";

/**
 * Opens the certificates of the settings, makes local ones if needed; null without HTTPS.
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

/** Whether browsers accept the present certificate for this host. */
export const isServedFor = (certificates: Certificates, host: string): boolean =>
  covers(certificates.pair().chain[0], host);
