import type { SignedIn } from "../platform/auth/sessions/sessions.ts";
import type { Instant } from "../platform/clock/clock.ts";

/** For so long at most, so that whoever looks on is seen to be there. */
const maxAgeMs = 60_000;
/** All answers together, in bytes; and what one takes besides its body and its question. */
const mostBytes = 8e6;
const besides = 1_000;
/** So many questions that were asked once are remembered, and so many people who asked. */
const maxSeen = 2_000;
const mostPeople = 2_000;

/** What holds from one moment to another. */
interface Lasting {
  at: Instant;
  until: Instant;
}

export interface CachedResponse extends Lasting {
  /** By whom its pace is counted, and for how many calls. */
  who: string;
  calls: number;
  /** To whom its bytes are charged, unless it is polled. */
  caller: string;
  polled: boolean;
  body: Buffer;
  etag: string;
  /** Names and values in turn, but for what is of the one answer alone. */
  headers: string[];
  /** The pattern of its address, for the log. */
  route: string | undefined;
}

/**
 * Answers, and who asked, of one version of the database: with another one all are gone.
 * @param numberOf a number that stands for a question; two may have the same
 */
export function createResponseCache(numberOf: (question: string) => number) {
  const answers = new Map<string, CachedResponse>();
  let bytes = 0;
  /** Whose sessions these are: all who ask, and most ask for several things at a time. */
  const people = new Map<string, Lasting & { account: SignedIn }>();
  /**
   * What was asked once: only who asks again is likely to ask a third time. As numbers, since texts that
   * live for a while pile up until V8 looks for them; taken for one another they do no harm.
   */
  const seen = new Set<number>();
  let current = "";

  const forget = (key: string): void => {
    const response = answers.get(key);
    if (!response) return;
    bytes -= weightOf(key, response);
    answers.delete(key);
  };

  return {
    version: () => current,

    moveTo(version: string): void {
      if (version === current) return;
      answers.clear();
      seen.clear();
      people.clear();
      bytes = 0;
      current = version;
    },

    answer(key: string, at: Instant): CachedResponse | null {
      const response = answers.get(key);
      if (holds(response, at)) return response;
      forget(key);
      return null;
    },

    /** The oldest make room for it. */
    store(key: string, response: CachedResponse): void {
      forget(key);
      bytes += weightOf(key, response);
      answers.set(key, response);
      for (const [oldest] of answers) {
        if (bytes <= mostBytes) break;
        forget(oldest);
      }
    },

    isRepeated(key: string): boolean {
      const number = numberOf(key) | 0;
      if (seen.has(number)) return true;
      if (seen.size >= maxSeen) seen.clear();
      seen.add(number);
      return false;
    },

    /** Who asks with a session's token: found by `find`, unless that is known. */
    personAt:
      (at: Instant) =>
      (token: string, find: () => SignedIn | null): SignedIn | null => {
        const known = people.get(token);
        if (holds(known, at)) return known.account;
        const account = find();
        if (people.size >= mostPeople) people.clear();
        if (account) people.set(token, { ...lasting(at, account.until), account });
        return account;
      },
  };
}

const weightOf = (key: string, { body }: CachedResponse): number =>
  key.length + body.length + besides;

/** For a minute, or as long as the session if that is shorter. */
export function lasting(at: Instant, until: Instant | null): Lasting {
  const end = new Date(Date.parse(at) + maxAgeMs).toISOString();
  return { at, until: until && until < end ? until : end };
}

/** Not before it began either: a clock may be set back. */
const holds = <What extends Lasting>(what: What | undefined, at: Instant): what is What =>
  what !== undefined && at >= what.at && at < what.until;
