import { type Db, oncePerDatabase } from "../../database/open.ts";
import type { Instant } from "../clock/clock.ts";
import { hashToken, newToken } from "./secrets.ts";

/** How many of one kind are kept at most: anybody may ask for one. */
const most = 10_000;

/**
 * Values that one has a token for, for some seconds. They are only in memory: after a restart or a restore
 * one begins again, as when the time is over.
 */
export function shortLived<T>(seconds: number) {
  const kept = oncePerDatabase(() => new Map<string, { value: T; until: Instant }>());
  const peek = (db: Db, token: string, now: Instant): T | undefined => {
    const found = kept(db).get(hashToken(token));
    return found && found.until > now ? found.value : undefined;
  };
  return {
    kept,
    /** Returns the token. What is over, or the oldest of too many, is removed. */
    put(db: Db, value: T, now: Instant): string {
      const all = kept(db);
      for (const [key, { until }] of all) {
        if (until > now && all.size < most) break;
        all.delete(key);
      }
      const token = newToken();
      const until = new Date(Date.parse(now) + seconds * 1000).toISOString();
      all.set(hashToken(token), { value, until });
      return token;
    },
    peek,
    /** A value is taken once. */
    take(db: Db, token: string, now: Instant): T | undefined {
      const value = peek(db, token, now);
      kept(db).delete(hashToken(token));
      return value;
    },
  };
}
