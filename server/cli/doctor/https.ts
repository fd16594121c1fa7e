import { type Config, ConfigError } from "../../config.ts";
import { localFiles, readSecret } from "../../platform/https/localAuthority.ts";
import { reachedAt } from "../../platform/https/names.ts";
import { problemsWith, readOwn } from "../../platform/https/ownCertificate.ts";
import { covers, endOf, holdsAt, isWide } from "../../platform/https/pair.ts";
import { start, stoep, unset } from "../../platform/installation/commands.ts";
import { askHealth } from "../../platform/release/health.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

const day = (date: Date) => date.toISOString().slice(0, 10);

export async function checkHttps(config: Config, now: Date): Promise<Finding[]> {
  const { https, origin } = config;
  if (https === "local") return checkLocal(config, now);
  if (https) return checkOwn(https, origin, now);
  return [origin?.startsWith("https:") ? await checkProxy(origin) : ok("HTTPS is off.")];
}

/** Without the proxy nobody can sign in, because browsers keep a cookie for HTTPS only over HTTPS. */
async function checkProxy(origin: string): Promise<Finding> {
  if (await askHealth(origin))
    return ok(`A proxy looks after HTTPS: Stoep answers at ${origin} (STOEP_ORIGIN).`);
  return warn(
    `No Stoep answers at ${origin} (STOEP_ORIGIN), and people can sign in only there.`,
    `Start the server, and the proxy that passes ${origin} on to it; or, to sign in over plain HTTP: ${unset("STOEP_ORIGIN")}`,
  );
}

function checkOwn(files: { cert: string; key: string }, origin: string | null, now: Date) {
  try {
    const pair = readOwn(files, origin);
    const problems = problemsWith(pair, files, now);
    if (problems.length === 0)
      return [ok(`The certificate in ${files.cert} holds until ${day(endOf(pair.chain[0]))}.`)];
    const mend = "sudo certbot renew, or whatever made it";
    return problems.map((says) => (holdsAt(pair.chain[0], now) ? warn : bad)(says, mend));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [bad(error.message, "Set HTTPS_CERT, HTTPS_KEY and STOEP_ORIGIN so that they fit.")];
  }
}

const restart = `${start} makes a new certificate; a running server does so within a minute.`;

const elsewhere = `Use the machine's name that ends in .local, or give it its old address in the router. ${restart}`;

function checkLocal(config: Config, now: Date): Finding[] {
  const files = localFiles(config);
  try {
    const authority = readSecret(files.authority)?.chain[0];
    if (!authority) return [ok(`${start} will make an authority and a certificate.`)];
    const until = `the machine's authority holds until ${day(endOf(authority))}`;
    if (!holdsAt(authority, now))
      return [
        bad(
          `By the machine's clock it is not valid now: ${until}.`,
          "sudo timedatectl set-ntp true",
        ),
      ];
    const own = readSecret(files.server)?.chain[0];
    const typed = config.origin ? new URL(config.origin).hostname : reachedAt(config.host);
    if (!own || !holdsAt(own, now))
      return [warn("The machine's certificate is missing or has ended.", restart)];
    if (!covers(own, typed))
      return [warn(`The machine's certificate is not for ${typed}, its address now.`, elsewhere)];
    if (isWide(authority))
      return [
        warn(
          `The certificate for ${typed} holds until ${day(endOf(own))}. Its authority is of version 0.1 and may vouch for every private address; it goes on working.`,
          `To have a narrower one: rm ${files.authority}, then ${start}. Every device has to trust the new one at /trust.`,
        ),
      ];
    return [ok(`The certificate for ${typed} holds until ${day(endOf(own))}; ${until}.`)];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [bad(error.message, `${stoep} restore FILE, or: rm ${files.authority}`)];
  }
}
