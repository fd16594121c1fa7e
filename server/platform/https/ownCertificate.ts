import { readFileSync, statSync } from "node:fs";
import { type Config, ConfigError } from "../../config.ts";
import type { Certificates, Circumstances } from "./currentPair.ts";
import { keepPair } from "./currentPair.ts";
import {
  covers,
  endOf,
  firstName,
  holdsAt,
  isPublic,
  namesOf,
  type Pair,
  readPair,
} from "./pair.ts";

export type OwnFiles = Exclude<Config["https"], "local" | null>;

const soonMs = 14 * 86_400_000;

/**
 * HTTPS with a certificate that somebody else makes and renews. An expired one is still served,
 * with loud warnings: a stopped server helps nobody.
 * @throws ConfigError
 */
export function ownCertificates(
  files: OwnFiles,
  { origin }: Config,
  { clock = () => new Date(), tell = () => undefined, roots }: Circumstances,
): Certificates {
  let stamp = stampOf(files);
  let refused: string | null = null;
  const current = keepPair(readOwn(files, origin));
  // Cached for each pair, because it reads all the root certificates.
  let known = { of: null as Pair | null, isPublic: false };
  const isKnownEverywhere = () => {
    const pair = current.pair();
    if (known.of !== pair) known = { of: pair, isPublic: isPublic(pair.chain, clock(), roots) };
    return known.isPublic && holdsAt(pair.chain[0], clock());
  };
  const problems = () => [
    ...problemsWith(current.pair(), files, clock()),
    ...(refused ? [refused] : []),
  ];
  problems().forEach(tell);
  return {
    ...current,
    kind: "own",
    authority: null,
    isPublic: isKnownEverywhere,
    problems,
    async renew() {
      const seen = stampOf(files);
      if (seen === stamp) return;
      stamp = seen;
      try {
        current.replace(readOwn(files, origin));
        refused = null;
        tell(
          `Stoep now uses the certificate in ${files.cert}. It is valid until ${dayOf(current.pair())}.`,
        );
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        refused = `The changed certificate is not used yet. ${error.message}`;
        tell(refused);
      }
    },
  };
}

const dayOf = ({ chain: [own] }: Pair) => endOf(own).toISOString().slice(0, 10);

/** Reads these files, and checks them against the address. @throws ConfigError */
export function readOwn(files: OwnFiles, origin: string | null): Pair {
  const [cert, key] = [read("HTTPS_CERT", files.cert), read("HTTPS_KEY", files.key)];
  const pair = readPair({ cert, key, certName: files.cert, keyName: files.key });
  const names = namesOf(pair.chain[0]).join(", ") || "no name at all";
  if (origin && !covers(pair.chain[0], new URL(origin).hostname))
    throw new ConfigError(
      `The certificate in ${files.cert} is for ${names}, but STOEP_ORIGIN, the address that people type, is ${origin}. Set STOEP_ORIGIN to a name of the certificate, or get a certificate for that name.`,
    );
  if (!origin && !firstName(pair))
    throw new ConfigError(
      `The certificate in ${files.cert} is for ${names}, which nobody can type. Set STOEP_ORIGIN to the address that people type.`,
    );
  return pair;
}

function read(setting: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new ConfigError(`${setting}: there is no file ${file}.`);
    if (code === "EISDIR") throw new ConfigError(`${setting}: ${file} is a folder, not a file.`);
    throw new ConfigError(
      `${setting}: Stoep is not allowed to read ${file}. Give its user the right to.`,
    );
  }
}

/** Changes when one of the files or the target of a link to it changes. */
function stampOf({ cert, key }: OwnFiles): string {
  const each = [cert, key].map((file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : "gone";
  });
  return each.join(" ");
}

export function problemsWith(pair: Pair, { cert }: OwnFiles, now: Date): string[] {
  const [own] = pair.chain;
  const renew = "Renew it, and Stoep uses the new files by itself.";
  const end = endOf(own);
  if (!holdsAt(own, now))
    return [
      end <= now
        ? `The certificate in ${cert} expired on ${dayOf(pair)}, so every browser warns people. ${renew}`
        : `The certificate in ${cert} is not valid yet, or the machine's clock is wrong, so every browser warns people. Check the clock.`,
    ];
  if (end.getTime() - now.getTime() < soonMs)
    return [`The certificate in ${cert} expires on ${dayOf(pair)}. ${renew}`];
  return [];
}
