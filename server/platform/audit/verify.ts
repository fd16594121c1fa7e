import type Database from "better-sqlite3";
import {
  contentDigestOf,
  type Entry,
  entriesOf,
  genesis,
  type Head,
  hashOf,
  headOf,
  originDigestOf,
} from "./chain.ts";

/** Where a chain stood at some time, noted in another place than the database. */
export interface Anchor extends Head {
  /** Where the note lies, for the sentence. */
  where: string;
  /** When it was noted. */
  at: string;
}

/** The action that says that what the trail told of a person was erased. */
export const erased = "privacy.erase";

/** The kinds of what a person does of which they are the only ones told. */
export const ownDoings = ["session", "profile", "auth"];

/** Whether erasing this account takes away where an entry came from, or what it says. */
export const erasesOrigin = (entry: Pick<Entry, "actorId">, account: string) =>
  entry.actorId === account;
export const erasesContent = (
  entry: Pick<Entry, "actorId" | "subjectId" | "action">,
  account: string,
) =>
  entry.subjectId === account ||
  (entry.actorId === account && ownDoings.includes(entry.action.split(".")[0] ?? ""));

const told = ({ seq, action, at }: Entry) => `Entry ${seq} of the audit trail (${action}, ${at})`;

/** What is wrong with one entry, if it is the one that follows `previous`. */
function wrongWith(entry: Entry, previous: Head): string | null {
  const wanted = previous.seq + 1;
  if (!Number.isInteger(entry.seq) || !entry.hash)
    return `An entry of the audit trail (${entry.action}, ${entry.at}) has no place in the chain: it was put in from outside.`;
  if (entry.seq > wanted)
    return `Entry ${wanted} of the audit trail is missing: what was in its place was removed.`;
  if (entry.seq < wanted)
    return `${told(entry)} stands in the chain twice: one of the two was put in.`;
  if (entry.originSalt !== null && originDigestOf(entry) !== entry.originDigest)
    return `${told(entry)} was changed: where it came from is not what was written.`;
  if (entry.contentSalt !== null && contentDigestOf(entry) !== entry.contentDigest)
    return `${told(entry)} was changed: what it says is not what was written.`;
  if (entry.originSalt === null && (entry.origin !== "" || entry.device !== null))
    return `${told(entry)} was changed: where it came from was erased and written anew.`;
  if (entry.contentSalt === null && (entry.before !== null || entry.after !== null))
    return `${told(entry)} was changed: what it said was erased and written anew.`;
  if (hashOf(previous.hash, entry) !== entry.hash)
    return `${told(entry)} is not what was written, or not the one that followed entry ${previous.seq}: it was changed, put in, or moved.`;
  return null;
}

/** What a restore put in the place of the chain: everything noted from then until it is another chain's. */
interface Restore {
  from: string;
  to: string;
}

const restoreIn = ({ action, at, after }: Entry): Restore[] => {
  if (action !== "backups.restore") return [];
  const { madeAt } = (JSON.parse(after ?? "null") ?? {}) as { madeAt?: string };
  // Older entries do not say from when the backup was.
  return [{ from: madeAt ?? "", to: at }];
};

/** What an entry no longer says and nothing explains yet. */
interface Silence {
  entry: Entry;
  origin: boolean;
  content: boolean;
}

/** That an account was erased explains what its erasure takes away, of the entries before it. */
function explain(silence: Silence, account: string): void {
  if (erasesOrigin(silence.entry, account)) silence.origin = false;
  if (erasesContent(silence.entry, account)) silence.content = false;
}

/**
 * Walks the trail from its first row. Answers what is wrong with the first broken one, in words, or
 * null; anything behind that proves nothing any more.
 * @param anchors notes from other places, which also tell when rows at the end are missing
 */
export function trailProblem(
  sqlite: Database.Database,
  anchors: readonly Anchor[] = [],
): string | null {
  // In one transaction: a server may be writing meanwhile.
  return sqlite.transaction(() => walk(sqlite, anchors))();
}

function walk(sqlite: Database.Database, anchors: readonly Anchor[]): string | null {
  const said = headOf(sqlite);
  if (!said) return null;
  /** Hashes at the places that somebody noted. */
  const noted = new Map(anchors.map(({ seq }) => [seq, ""]));
  /** Entries without origin or content, until an erasure explains them. */
  const unexplained: Silence[] = [];
  const restores: Restore[] = [];
  let head: Head = { seq: 0, hash: genesis };
  for (const entry of entriesOf(sqlite)) {
    const wrong = wrongWith(entry, head);
    if (wrong) return wrong;
    head = { seq: entry.seq, hash: entry.hash };
    if (noted.has(entry.seq)) noted.set(entry.seq, entry.hash);
    restores.push(...restoreIn(entry));
    if (entry.action === erased && entry.subjectId)
      for (const silence of unexplained) explain(silence, entry.subjectId);
    const silence = {
      entry,
      origin: entry.originSalt === null,
      content: entry.contentSalt === null,
    };
    if (silence.origin || silence.content) unexplained.push(silence);
  }
  const silent = unexplained.find(({ origin, content }) => origin || content);
  if (silent)
    return `${told(silent.entry)} lost what it said, and no erasure of a person tells why.`;
  if (head.seq < said.seq)
    return `Entry ${head.seq + 1} of the audit trail is missing: ${said.seq} were written and it ends after ${head.seq}.`;
  if (head.seq > said.seq || head.hash !== said.hash)
    return `The audit trail does not end where it was noted to: ${said.seq} entries were written and there are ${head.seq}. Some were put in from outside.`;
  return strayAnchor(anchors, noted, restores);
}

function strayAnchor(
  anchors: readonly Anchor[],
  noted: ReadonlyMap<number, string>,
  restores: readonly Restore[],
): string | null {
  const stray = anchors.find(
    ({ seq, hash, at }) =>
      seq > 0 && noted.get(seq) !== hash && !restores.some(({ from, to }) => at > from && at <= to),
  );
  if (!stray) return null;
  const { where, seq, at } = stray;
  return noted.get(seq) === ""
    ? `${where} noted ${seq} entries of the audit trail at ${at}, and now there are fewer: the last ones were removed.`
    : `${where} noted another entry ${seq} of the audit trail at ${at} than there is now: the trail was written anew.`;
}
