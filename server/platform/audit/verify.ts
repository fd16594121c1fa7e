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
import { type Restore, restoreIn } from "./history.ts";

/** The end of the chain at some time, recorded outside the database. */
export interface Anchor extends Head {
  where: string;
  at: string;
}

export const erased = "privacy.erase";

/** Kinds of actions by a person that contain only their own data. */
export const ownActions = ["session", "profile", "auth", "passkeys"];

/** Whether erasing this account removes an entry's content. */
export const erasesContent = (
  entry: Pick<Entry, "actorId" | "subjectId" | "action">,
  account: string,
) =>
  entry.subjectId === account ||
  (entry.actorId === account && ownActions.includes(entry.action.split(".")[0] ?? ""));

const entryLabel = ({ seq, action, at }: Entry) =>
  `Entry ${seq} of the audit trail (${action}, ${at})`;

function wrongWith(entry: Entry, previous: Head): string | null {
  const wanted = previous.seq + 1;
  if (!Number.isInteger(entry.seq) || !entry.hash)
    return `An entry of the audit trail (${entry.action}, ${entry.at}) has no place in the chain. Somebody added it from outside Stoep.`;
  if (entry.seq > wanted)
    return `Entry ${wanted} of the audit trail is missing. Somebody removed it.`;
  if (entry.seq < wanted)
    return `${entryLabel(entry)} is in the chain twice. Somebody added one of the two.`;
  if (entry.originSalt !== null && originDigestOf(entry) !== entry.originDigest)
    return `${entryLabel(entry)} was changed: where it came from is not what Stoep wrote.`;
  if (entry.contentSalt !== null && contentDigestOf(entry) !== entry.contentDigest)
    return `${entryLabel(entry)} was changed: what it says is not what Stoep wrote.`;
  if (entry.originSalt === null && (entry.origin !== "" || entry.device !== null))
    return `${entryLabel(entry)} was changed: where it came from was erased and written again.`;
  if (entry.contentSalt === null && (entry.before !== null || entry.after !== null))
    return `${entryLabel(entry)} was changed: what it said was erased and written again.`;
  if (hashOf(previous.hash, entry) !== entry.hash)
    return `${entryLabel(entry)} is not what Stoep wrote, or did not follow entry ${previous.seq}. Somebody changed, added or moved it.`;
  return null;
}

/**
 * Returns what is wrong with the first broken row, in words, or null; later rows prove nothing
 * then.
 * @param anchors records from other places, which also show missing rows at the end
 */
export function trailProblem(
  sqlite: Database.Database,
  anchors: readonly Anchor[] = [],
): string | null {
  // In one transaction, because a server may be writing meanwhile.
  return sqlite.transaction(() => walk(sqlite, anchors))();
}

function walk(sqlite: Database.Database, anchors: readonly Anchor[]): string | null {
  const recorded = headOf(sqlite);
  if (!recorded) return null;
  /** The chain's hashes at the positions of the anchors. */
  const noted = new Map(anchors.map(({ seq }) => [seq, ""]));
  /** Entries without origin or content, until an erasure explains them. */
  const unexplained: { entry: Entry; origin: boolean; content: boolean }[] = [];
  const restores: Restore[] = [];
  let head: Head = { seq: 0, hash: genesis };
  for (const entry of entriesOf(sqlite)) {
    const wrong = wrongWith(entry, head);
    if (wrong) return wrong;
    head = { seq: entry.seq, hash: entry.hash };
    if (noted.has(entry.seq)) noted.set(entry.seq, entry.hash);
    const restore = restoreIn(entry);
    if (restore) restores.push(restore);
    if (entry.action === erased && entry.subjectId)
      for (const silence of unexplained) {
        silence.origin &&= silence.entry.actorId !== entry.subjectId;
        silence.content &&= !erasesContent(silence.entry, entry.subjectId);
      }
    const [origin, content] = [entry.originSalt === null, entry.contentSalt === null];
    if (origin || content) unexplained.push({ entry, origin, content });
  }
  const silent = unexplained.find(({ origin, content }) => origin || content);
  if (silent)
    return `${entryLabel(silent.entry)} lost what it said, although no person was erased who would explain that.`;
  if (head.seq < recorded.seq)
    return `Entry ${head.seq + 1} of the audit trail is missing. Stoep wrote ${recorded.seq} entries, but the trail ends after ${head.seq}.`;
  if (head.seq > recorded.seq || head.hash !== recorded.hash)
    return `The audit trail does not end where it should. Stoep wrote ${recorded.seq} entries, but there are ${head.seq}. Somebody added some from outside Stoep.`;
  return otherHistory(restores) ?? strayAnchor(anchors, noted, restores);
}

function otherHistory(restores: readonly Restore[]): string | null {
  const other = restores.find(({ history }) => history?.origin === "other");
  if (!other) return null;
  return `The backup that was restored at ${other.to} has an audit trail that differs from this building's own history: ${other.seq - 1} entries, of which only the first ${other.history?.shared} are the same. Either somebody changed that backup, or it is another building's, or this machine had been set up as a new building before. What it replaced is kept for 31 days. If you did not expect this, undo the restore.`;
}

/**
 * Reports an anchor that the trail contradicts. A restore explains anchors between the backup and
 * the restore, if this building recorded it itself: one that came with a backup of unknown origin
 * may be forged, unless an earlier anchor confirms it.
 */
function strayAnchor(
  anchors: readonly Anchor[],
  noted: ReadonlyMap<number, string>,
  restores: readonly Restore[],
): string | null {
  const holds = ({ seq, hash }: Head) => seq === 0 || noted.get(seq) === hash;
  const isOwn = ({ seq }: Restore) =>
    restores
      .filter((later) => later.history?.origin === "unknown" && later.seq > seq)
      .every(({ to }) => anchors.some((each) => each.seq >= seq && each.at <= to && holds(each)));
  const own = restores.filter(isOwn);
  const isExcused = ({ seq, at }: Anchor) =>
    own.some(({ from, to, history }) => at > from && at <= to && seq > (history?.shared ?? 0));
  const stray = anchors.find((each) => !holds(each) && !isExcused(each));
  if (!stray) return null;
  const { where, seq, at } = stray;
  return noted.get(seq) === ""
    ? `${where} noted ${seq} entries of the audit trail at ${at}, but now there are fewer. Somebody removed the last ones.`
    : `${where} noted another entry ${seq} of the audit trail at ${at} than there is now. Somebody wrote the trail again.`;
}
