import type { Db } from "../../database/open.ts";
import { versionOf } from "../../database/version.ts";
import { requestError } from "../../errors.ts";
import type { SignedIn } from "../auth/sessions/sessions.ts";
import type { Instant } from "../clock/clock.ts";
import { type Event, epochOf, eventsBetween, mostMissed, numbersOf } from "./events.ts";

type Account = Pick<SignedIn, "id" | "role">;

/** One open response, as server-sent events. */
interface Listener {
  /** Who listens, each time it is asked; null once nobody is signed in with it any more. */
  account: () => Account | null;
  write: (text: string) => void;
  end: () => void;
}

export interface Live {
  /**
   * Sends what was missed since an event, and from then on each event that this person may see.
   * @param since the `Last-Event-ID`; undefined for only what comes
   * @returns how to end it
   * @throws auth.signed_out, request.too_many, server.busy
   */
  listen: (listener: Listener, since: string | undefined) => () => void;
  /** How many listen. */
  count: () => number;
  /** Ends all of them, and begins none any more. */
  close: () => void;
}

/** How often the database is asked whether it has changed, which takes some microseconds. */
const lookEveryMs = 200;
/** Nobody has so many tabs and devices open. */
const mostOfOne = 40;
const mostOfAll = 2_000;

const hears = ({ id, role }: Account, { audience, personId }: Event): boolean =>
  audience === "everybody" ||
  personId === id ||
  role === "Admin" ||
  (audience === "staff" && role === "Staff");

/**
 * Tells who listens of each event once it is committed, whichever program did it.
 * @param pingMs how often a comment shows that the connection is alive, in milliseconds
 */
export function createLive(db: Db, now: () => { at: Instant }, pingMs = 15_000): Live {
  const open = new Map<Listener, Account>();
  let epoch = "";
  let timers: NodeJS.Timeout[] = [];
  let closed = false;
  /** The version of the database that was looked at last, and its newest event. */
  let seen = { version: "", last: 0 };

  const wordsOf = ({
    number,
    topic,
    about,
  }: Pick<Event, "number" | "about"> & { topic: string }) => {
    const id = `${epoch}:${number}`;
    return `id: ${id}\ndata: ${JSON.stringify({ id, topic, about })}\n\n`;
  };
  const resync = () => wordsOf({ number: seen.last, topic: "resync", about: "" });

  function drop(listener: Listener): void {
    open.delete(listener);
    if (open.size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }
  /** Whether the one who listens is still who began to. A new role has another view of everything. */
  function isSame(listener: Listener, { id, role }: Account): boolean {
    const who = listener.account();
    const same = who?.id === id && who.role === role;
    if (!same) {
      drop(listener);
      listener.end();
    }
    return same;
  }
  function look(): void {
    const version = versionOf(db);
    if (version === seen.version) return;
    const { last } = numbersOf(db);
    const fresh = eventsBetween(db, seen.last, last);
    const isTooMuch = fresh.length > mostMissed;
    seen = { version, last };
    for (const [listener, account] of open) {
      if (!isSame(listener, account)) continue;
      const theirs = isTooMuch ? [] : fresh.filter((event) => hears(account, event));
      const text = isTooMuch ? resync() : theirs.map(wordsOf).join("");
      if (text) listener.write(text);
    }
  }
  function ping(): void {
    for (const [listener, account] of open) if (isSame(listener, account)) listener.write(":\n\n");
  }
  /** A database that cannot be read now can be soon, and nothing is skipped. */
  const perhaps = (work: () => void) => () => {
    try {
      work();
    } catch {}
  };

  function missedSince(since: string, account: Account): string {
    const [, of, digits] = /^([\w-]{1,64}):(\d{1,15})$/.exec(since) ?? [];
    const number = Number(digits);
    const isKnown = of === epoch && number <= seen.last && number >= numbersOf(db).first - 1;
    const missed = isKnown ? eventsBetween(db, number, seen.last) : [];
    if (!isKnown || missed.length > mostMissed) return resync();
    return missed
      .filter((event) => hears(account, event))
      .map(wordsOf)
      .join("");
  }

  return {
    listen(listener, since) {
      const account = listener.account();
      const theirs = [...open.values()].filter(({ id }) => id === account?.id);
      if (theirs.length >= mostOfOne) throw requestError("request.too_many");
      if (closed || !account || open.size >= mostOfAll) throw requestError("server.busy");
      epoch ||= epochOf(db, now().at);
      look();
      // Without data, so it only says where to go on.
      const begin = `retry: 2000\nid: ${epoch}:${seen.last}\n\n`;
      listener.write(since === undefined ? begin : missedSince(since, account) || ":\n\n");
      open.set(listener, account);
      if (timers.length === 0)
        timers = [setInterval(perhaps(look), lookEveryMs), setInterval(perhaps(ping), pingMs)];
      return () => drop(listener);
    },
    count: () => open.size,
    close() {
      closed = true;
      for (const listener of [...open.keys()]) {
        drop(listener);
        listener.end();
      }
    },
  };
}
