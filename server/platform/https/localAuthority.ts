import { X509Certificate } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { type Config, ConfigError } from "../../config.ts";
import { attempt } from "../files/attempt.ts";
import { replaceFile } from "../files/replaceFile.ts";
import type { Certificates, Circumstances } from "./currentPair.ts";
import { keepPair } from "./currentPair.ts";
import { hostIn, limitsOfMachine, namesOfMachine, reachedAt } from "./names.ts";
import { covers, endOf, holdsAt, namesOf, type Pair, readPair } from "./pair.ts";

const [authorityName, serverName] = ["authority.pem", "server.pem"] as const;

/** The names of the two files, which unencrypted backups leave out. */
export const localNames: readonly string[] = [authorityName, serverName];

/** In `secrets/`. Each has a key with its certificates, so that one write replaces both. */
export const localFiles = ({ secrets }: Pick<Config, "secrets">) => ({
  authority: join(secrets, authorityName),
  server: join(secrets, serverName),
});

/** The fingerprint of the authority in a secrets folder; null if it is missing or unreadable. */
export const authorityIn = (secrets: string): string | null =>
  attempt(
    () => new X509Certificate(readFileSync(join(secrets, authorityName))).fingerprint256,
    null,
  );

const renewMs = 30 * 86_400_000;

const anew = "Stoep then makes a new authority, and every device has to trust that one too.";

// Loaded only to sign something, because it is the largest of all modules.
const signing = () => import("./authority.ts");

/**
 * HTTPS with this machine's own authority, made at the first start and kept, so that devices go on
 * trusting it. The server's certificate follows the machine's names.
 * @throws ConfigError
 */
export async function localCertificates(
  config: Config,
  { clock = () => new Date(), tell = () => undefined }: Circumstances,
): Promise<Certificates> {
  const files = localFiles(config);
  // A restore or a manual copy may have made them readable to others.
  for (const file of Object.values(files)) if (existsSync(file)) chmodSync(file, 0o600);
  const authority = readSecret(files.authority) ?? (await newAuthority(config, clock(), tell));
  const [root] = authority.chain;
  let certifiedNames = "";

  /** @throws ConfigError */
  async function newServer(now: Date): Promise<Pair> {
    if (!holdsAt(root, now))
      throw new ConfigError(
        `This machine's certificate authority (${files.authority}) is valid from ${root.validFrom} to ${root.validTo}, but the machine's clock says ${now.toISOString()}. Set the clock. If the clock is right, delete that file. ${anew}`,
      );
    const names = namesOfMachine(config.host, config.origin);
    certifiedNames = names.join();
    const { certify } = await signing();
    const made = await certify(authority, names, now);
    return keepSecret(files.server, made);
  }

  function isOutdated({ chain: [own] }: Pair, now: Date): boolean {
    if (!own.verify(root.publicKey) || !holdsAt(own, now)) return true;
    if (endOf(own).getTime() - now.getTime() < renewMs && endOf(own) < endOf(root)) return true;
    const names = namesOfMachine(config.host, config.origin);
    // Names outside the authority's limits must not cause a renewal each time.
    return names.join() !== certifiedNames && names.some((name) => !covers(own, name));
  }

  // A new one can be made if it is missing or damaged.
  const found = attempt(() => readSecret(files.server), null);
  const first = found && !isOutdated(found, clock()) ? found : await newServer(clock());
  refuseOtherName(first, config, files.authority);
  const current = keepPair(first);
  const problems = () => [
    ...(holdsAt(root, clock())
      ? []
      : [
          `The machine's clock says ${clock().toISOString()}. Its certificate authority is not valid at that time, so every browser warns people. Set the clock: sudo timedatectl set-ntp true`,
        ]),
    ...(covers(current.pair().chain[0], reachedAt(config.host)) || config.origin
      ? []
      : [
          `This machine now has the address ${reachedAt(config.host)}, and its certificate authority (${files.authority}) cannot vouch for that one, so browsers warn people there. Use the machine's name${localName(current.pair())}, give the machine its old address in the router, or delete that file. ${anew}`,
        ]),
  ];
  problems().forEach(tell);
  return {
    ...current,
    kind: "local",
    authority: root,
    isPublic: () => false,
    problems,
    async renew() {
      const now = clock();
      if (!holdsAt(root, now) || !isOutdated(current.pair(), now)) return;
      current.replace(await newServer(now));
      tell(`A new certificate was made for ${certifiedNames.replaceAll(",", ", ")}.`);
    },
  };
}

async function newAuthority(
  config: Config,
  now: Date,
  tell: (words: string) => void,
): Promise<Pair> {
  const { authority } = localFiles(config);
  // With a clock that was never set, the authority would have expired by the real time.
  if (now.getUTCFullYear() < 2026)
    throw new ConfigError(
      `HTTPS=local needs the right time, but the machine's clock says ${now.toISOString()}. Set it: sudo timedatectl set-ntp true`,
    );
  const { makeAuthority } = await signing();
  const name = `Stoep on ${hostname()}, ${now.toISOString().slice(0, 10)}`;
  const made = await makeAuthority(
    { name, limits: limitsOfMachine(config.host, config.origin) },
    now,
  );
  const pair = keepSecret(authority, made);
  // In a new building no device trusts an authority yet.
  if (existsSync(config.database))
    tell(
      "Stoep made a new certificate authority for this building. Every device has to trust it once, even if it trusted an earlier one. The page /trust says how.",
    );
  return pair;
}

/** ` stoep.local`, with the space, if the certificate covers such a name. */
function localName({ chain: [own] }: Pair): string {
  const name = namesOf(own).find((each) => each.endsWith(".local"));
  return name ? ` ${name}` : "";
}

/** @throws ConfigError when the authority may not sign for the address that people type */
function refuseOtherName({ chain: [own] }: Pair, { origin }: Config, authority: string): void {
  const typed = hostIn(origin);
  if (!typed || covers(own, typed)) return;
  throw new ConfigError(
    `This machine's certificate authority (${authority}) was made before STOEP_ORIGIN, the address that people type, was set to ${origin}. It cannot vouch for ${typed}. Set STOEP_ORIGIN back, or delete that file. ${anew}`,
  );
}

const asPair = (pem: string, name: string) =>
  readPair({ cert: pem, key: pem, certName: name, keyName: name });

export function readSecret(file: string): Pair | null {
  if (!existsSync(file)) return null;
  try {
    return asPair(readFileSync(file, "utf8"), file);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${error.message} Bring it back from a backup, or delete it. ${anew}`);
  }
}

function keepSecret(file: string, { key, cert }: { key: string; cert: string }): Pair {
  const folder = join(file, "..");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  replaceFile(file, key + cert);
  return asPair(key + cert, file);
}
