import type { Db } from "../../database/open.ts";
import { versionOf } from "../../database/version.ts";
import { requestError } from "../../errors.ts";
import { type Instant, plusDays } from "../clock/clock.ts";
import {
  type Account,
  audiencesOf,
  type Event,
  epochOf,
  eventsBetween,
  lastBefore,
  mostMissed,
  numbersOf,
} from "./events.ts";
import type { Topic } from "./table.ts";

/** A change without its content: clients fetch that, and are refused what they may not see. */
export interface LiveEvent {
  /** `epoch:number`, the `Last-Event-ID` to go on from. */
  id: string;
  topic: Topic | "resync" | "replaced";
  about: string;
}

/** One open response. */
interface Listener {
  /** The account that listens at this moment; null or a throw once it is no longer signed in. */
  account: () => Account | null;
  /** The session of a browser's tab, which all its tabs share. */
  session?: string;
  /** Sends events; without any it shows that the connection is alive. */
  send: (events: readonly LiveEvent[]) => void;
  end: () => void;
}

export type Live = ReturnType<typeof createLive>;

/** How often the database is asked whether it has changed, which takes some microseconds. */
const lookEveryMs = 200;
/**
 * How often those who listen are asked who they are, if it has changed. An event has no content, so
 * whoever hears one shortly after their session ended learns nothing.
 */
const checkEveryMs = 1_000;
/** As many as a program may need that listens for a whole building; people have a few. */
const mostOfOne = 1_000;
const mostOfAll = 4_000;
/** Browsers open six connections to a host, and those of a session have to fetch too. */
const mostTabs = 4;
/** One minute, in days. */
const recentDays = 1 / 1_440;

/** Whether a person may hear of an event. */
const hears = (account: Account, { audience, personId }: Event): boolean =>
  personId === account.id || audiencesOf(account).includes(audience);

/**
 * Tells who listens of each event once it is committed, whichever program did it.
 * @param pingMs how often a comment shows that the connection is alive, in milliseconds
 */
export function createLive(db: Db, now: () => { at: Instant }, pingMs = 15_000) {
  const open = new Map<Listener, Account>();
  let epoch = "";
  let timers: NodeJS.Timeout[] = [];
  let closed = false;
  /** The version of the database that was looked at last, and its newest event. */
  let seen = { version: "", last: 0 };
  /** The version for which everybody was asked who they are. */
  let checked = "";

  const idOf = (number: number) => `${epoch}:${number}`;
  const resync = (): LiveEvent => ({ id: idOf(seen.last), topic: "resync", about: "" });
  const seenBy = (account: Account, fresh: readonly Event[]): LiveEvent[] =>
    fresh
      .filter((event) => hears(account, event))
      .map(({ number, topic, about }) => ({ id: idOf(number), topic, about }));

  function drop(listener: Listener): void {
    open.delete(listener);
    if (open.size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }
  /** An expired token throws, which ends its own stream and must not keep others from being asked. */
  function accountNow(listener: Listener): Account | null {
    try {
      return listener.account();
    } catch {
      return null;
    }
  }
  /** Whether the listener is the same as at first. A new role has another view of everything. */
  function isSame(listener: Listener, { id, role, maintenanceType }: Account): boolean {
    const who = accountNow(listener);
    const same = who?.id === id && who.role === role && who.maintenanceType === maintenanceType;
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
    for (const [listener, account] of fresh.length > 0 ? open : []) {
      const theirs = isTooMuch ? [resync()] : seenBy(account, fresh);
      if (theirs.length > 0) listener.send(theirs);
    }
  }
  function check(): void {
    const version = versionOf(db);
    if (version === checked) return;
    checked = version;
    for (const [listener, account] of open) isSame(listener, account);
  }
  function ping(): void {
    for (const [listener, account] of open) if (isSame(listener, account)) listener.send([]);
  }
  /** A database that cannot be read now can be soon, and nothing is skipped. */
  const perhaps = (work: () => void) => () => {
    try {
      work();
    } catch {}
  };

  /** Ends the oldest tabs of a session. Each listens again when somebody looks at it. */
  function makeRoom(session: string | undefined): void {
    const tabs = session ? [...open.keys()].filter((each) => each.session === session) : [];
    for (const oldest of tabs.slice(0, -(mostTabs - 1))) {
      oldest.send([{ id: idOf(seen.last), topic: "replaced", about: "" }]);
      drop(oldest);
      oldest.end();
    }
  }
  function missedSince(since: string, account: Account): LiveEvent[] {
    const [, of, digits] = /^([\w-]{1,64}):(\d{1,15})$/.exec(since) ?? [];
    const number = Number(digits);
    const isKnown = of === epoch && number <= seen.last && number >= numbersOf(db).first - 1;
    const missed = isKnown ? eventsBetween(db, number, seen.last) : [];
    if (!isKnown || missed.length > mostMissed) return [resync()];
    return seenBy(account, missed);
  }

  return {
    /**
     * Sends each event from now on that this person may see.
     * @param since the id of the last event they know; undefined for none. A tab then hears of the
     * last minute, because it fetched before it listened
     * @returns what they missed since then, and the id of the newest event, also of those that this
     * person may not see
     * @throws request.too_many, server.busy
     */
    listen(listener: Listener, since: string | undefined) {
      const { session } = listener;
      const account = listener.account();
      makeRoom(session);
      const theirs = [...open.values()].filter(({ id }) => id === account?.id);
      if (theirs.length >= mostOfOne) throw requestError("request.too_many");
      if (closed || !account || open.size >= mostOfAll) throw requestError("server.busy");
      epoch ||= epochOf(db, now().at);
      look();
      const from = since ?? (session && idOf(lastBefore(db, plusDays(now().at, -recentDays))));
      const missed = from === undefined ? [] : missedSince(from, account);
      open.set(listener, account);
      if (timers.length === 0)
        timers = [
          setInterval(perhaps(look), lookEveryMs),
          setInterval(perhaps(check), checkEveryMs),
          setInterval(perhaps(ping), pingMs),
        ];
      return { position: idOf(seen.last), missed, stop: () => drop(listener) };
    },
    /** The number of listeners. */
    count: () => open.size,
    /** Ends all of them, and begins none any more. */
    close() {
      closed = true;
      for (const listener of [...open.keys()]) {
        drop(listener);
        listener.end();
      }
    },
  };
}
