import { createHmac, randomBytes } from "node:crypto";
import type { Actor } from "../platform/audit/audit.ts";

// Buttons of known clients are not locked while a request is out, so a double click sends it twice, and
// without an idempotency key. What creates something over REST is therefore done once when the same
// person sends the same again within seconds, and both requests get the one answer.

/** Counted from the first answer; while the first request is still out, the second is the same too. */
const sameWithinMs = 5_000;
/** Remembered for longer, because of two uploads that began together one may arrive a minute later. */
const rememberedMs = 70_000;
const mostRemembered = 10_000;

/** One request that creates something. */
export interface Creation {
  by: Actor;
  /** The call, and what its path names. */
  path: string;
  /** What was sent, checked and in one spelling. */
  meaning: unknown;
  /** When the request arrived, by the clock. */
  arrivedAt: number;
}

interface Created {
  id: string;
}

interface Remembered {
  requestKey: string | undefined;
  answer: Promise<Created>;
  answeredAt: number | null;
}

/** @param clock the building's, in milliseconds; it may be set back */
export function rememberCreations(clock: () => number) {
  // In memory alone: a double click does not last as long as a restart takes.
  const creations = new Map<string, Remembered[]>();
  const inOrder: { name: string; creation: Remembered }[] = [];
  // Bodies hold passwords and ID numbers: not even a plain hash of them is kept.
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

  /** Two keys say that two are meant; a request without a key says nothing of that. */
  function sameAs({ by, arrivedAt }: Creation, name: string): Remembered | undefined {
    const candidates = creations.get(name)?.filter(({ requestKey, answeredAt }) => {
      const areTwo = requestKey && by.requestKey && requestKey !== by.requestKey;
      const since = answeredAt === null ? 0 : arrivedAt - answeredAt;
      return !areTwo && since <= sameWithinMs && since >= -rememberedMs;
    });
    return candidates?.find(({ requestKey }) => requestKey === by.requestKey) ?? candidates?.[0];
  }

  /**
   * Does what creates something, or answers as the same request was answered a moment ago. Only a
   * success is answered again: after a refusal the next one is tried for itself.
   * @param create gets who does it; with `sameAs` its idempotency key is noted for that row and nothing
   *   is created
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
      if (!by.requestKey || first.requestKey === by.requestKey) return answer;
      const noted = await create({ ...by, sameAs: answer.id });
      if (noted.id !== answer.id) return noted;
      first.requestKey = by.requestKey;
      return answer;
    }
    const answer = create(by);
    const made: Remembered = { requestKey: by.requestKey, answer, answeredAt: null };
    made.answer = answer.then(
      (created) => {
        made.answeredAt = clock();
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

/** Does what creates something once, for one request. */
export type Once = <Answer extends Created>(
  meaning: unknown,
  create: (by: Actor) => Promise<Answer>,
) => Promise<Answer>;
