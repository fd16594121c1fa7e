import { createHmac, randomBytes } from "node:crypto";
import type { Actor } from "../platform/audit/actor.ts";

// Existing clients do not disable their buttons during a request, so a double click sends it twice,
// without an idempotency key. So REST calls that create something do it once if the same person
// repeats the request within seconds, and both requests get the same response.

/** Since the first response. A second request before that counts as a repetition as well. */
const sameWithinMs = 5_000;
/** Longer, because of two uploads that began together, one may arrive a minute later. */
const rememberedMs = 70_000;
const mostRemembered = 10_000;

/** A request that creates something. */
export interface Creation {
  by: Actor;
  /** The call with the parameters of its path. */
  path: string;
  /** The input, checked and normalized. */
  meaning: unknown;
  /** When the request arrived, by the clock. */
  arrivedAt: number;
}

interface Created {
  id: string;
  /** What it was added to, which may also have changed since. */
  subjectId?: string;
}

interface Remembered {
  requestKey: string | undefined;
  answer: Promise<Created>;
  answeredAt: number | null;
  /** The changes of what was made when it was answered. */
  changes: number;
}

/**
 * @param clock the current time in milliseconds; it may go backwards
 * @param countChanges how often what was made has changed: once it was removed, closed or refused,
 * the same request means another
 */
export function rememberCreations(clock: () => number, countChanges: (ids: string[]) => number) {
  const changesOf = ({ id, subjectId = id }: Created) => countChanges([id, subjectId]);
  // In memory only, because a restart takes longer than a double click.
  const creations = new Map<string, Remembered[]>();
  const inOrder: { name: string; creation: Remembered }[] = [];
  // Inputs contain passwords and ID numbers, so they are only stored as keyed hashes.
  const secret = randomBytes(32);
  const nameOf = ({ by, path, meaning }: Creation) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([by.accountId, path, meaning]))
      .digest("base64url");

  function forget(name: string, creation: Remembered): void {
    const left = creations.get(name)?.filter((each) => each !== creation) ?? [];
    if (left.length > 0) creations.set(name, left);
    else creations.delete(name);
  }

  function forgetOld(): void {
    const isOld = ({ answeredAt }: Remembered) =>
      answeredAt !== null && Math.abs(clock() - answeredAt) > rememberedMs;
    for (let [first] = inOrder; first; [first] = inOrder) {
      if (!isOld(first.creation) && inOrder.length <= mostRemembered) return;
      forget(first.name, first.creation);
      inOrder.shift();
    }
  }

  /** Two different keys mean two requests; a request without a key may be a repetition. */
  function sameAs({ by, arrivedAt }: Creation, name: string): Remembered | undefined {
    const candidates = creations.get(name)?.filter(({ requestKey, answeredAt }) => {
      const areTwo = requestKey && by.requestKey && requestKey !== by.requestKey;
      const since = answeredAt === null ? 0 : arrivedAt - answeredAt;
      return !areTwo && since <= sameWithinMs && since >= -rememberedMs;
    });
    return candidates?.find(({ requestKey }) => requestKey === by.requestKey) ?? candidates?.[0];
  }

  /**
   * Runs `create`, or returns the response of the same request shortly before. Errors are not
   * repeated: the next request runs by itself.
   * @param create gets the actor; with `sameAs`, it only records the idempotency key for that row
   */
  async function once<Answer extends Created>(
    creation: Creation,
    create: (by: Actor) => Promise<Answer>,
  ): Promise<Answer> {
    const { by } = creation;
    const name = nameOf(creation);
    for (let first = sameAs(creation, name); first; first = sameAs(creation, name)) {
      const answer = (await first.answer.catch(() => null)) as Answer | null;
      if (!answer) continue;
      if (changesOf(answer) !== first.changes) {
        forget(name, first);
        continue;
      }
      if (!by.requestKey || first.requestKey === by.requestKey) return answer;
      const noted = await create({ ...by, sameAs: answer.id });
      if (noted.id !== answer.id) return noted;
      first.requestKey = by.requestKey;
      return answer;
    }
    const answer = create(by);
    const made: Remembered = { requestKey: by.requestKey, answer, answeredAt: null, changes: 0 };
    made.answer = answer.then(
      (created) => {
        made.answeredAt = clock();
        made.changes = changesOf(created);
        return created;
      },
      (error: unknown) => {
        made.answeredAt = 0;
        forget(name, made);
        throw error;
      },
    );
    forgetOld();
    creations.set(name, [...(creations.get(name) ?? []), made]);
    inOrder.push({ name, creation: made });
    return made.answer as Promise<Answer>;
  }
  return once;
}

/** Creates something once, for one request. */
export type Once = <Answer extends Created>(
  meaning: unknown,
  create: (by: Actor) => Promise<Answer>,
) => Promise<Answer>;
