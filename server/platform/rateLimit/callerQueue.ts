import { stopIfGone } from "../../database/chunks.ts";
import { requestError } from "../../errors.ts";

/** How many queries of one person run at the same time. */
const atOnce = 2;
/** After so much time for one person's queries, other requests run first. */
const mostMs = 5;
/** How many of one person's calls may wait. */
const mostWaiting = 200;

interface CallerQueue {
  running: number;
  /** Queries that wait, and how many calls the batch of each has. */
  waiting: { calls: number; start: () => void }[];
  /** How long this person's queries took since other requests ran. */
  ms: number;
  /** Places that are kept until other requests ran; null while none is arranged. */
  kept: number | null;
}

const callers = new Map<string, CallerQueue>();

/**
 * Runs a person's query when fewer than two others of theirs run, and after some milliseconds of
 * them only after other requests ran: one person does not hold up the building.
 * @param caller a person, or the address of somebody who is not signed in
 * @throws request.too_many, request.abandoned
 */
export async function inCallerQueue<T>(
  { caller, calls, signal }: { caller: string; calls: number; signal: AbortSignal | undefined },
  query: () => Promise<T>,
): Promise<T> {
  const own = callers.get(caller) ?? { running: 0, waiting: [], ms: 0, kept: null };
  callers.set(caller, own);
  if (own.running < atOnce) own.running += 1;
  else if (own.waiting.reduce((sum, each) => sum + each.calls, calls) > mostWaiting)
    throw requestError("request.too_many");
  else await new Promise<void>((start) => own.waiting.push({ calls, start }));
  const begun = performance.now();
  try {
    stopIfGone(signal);
    return await query();
  } finally {
    own.ms += performance.now() - begun;
    if (own.kept === null) letOthers(caller, own);
    if (own.ms > mostMs) own.kept = (own.kept ?? 0) + 1;
    else passOn(own);
  }
}

/** Begins anew for this person after other requests ran. */
function letOthers(caller: string, own: CallerQueue): void {
  own.kept = 0;
  setImmediate(() => {
    const kept = own.kept ?? 0;
    own.kept = null;
    own.ms = 0;
    for (let place = 0; place < kept; place += 1) passOn(own);
    if (own.running === 0) callers.delete(caller);
  });
}

/** The longest waiting one takes over the place. */
function passOn(own: CallerQueue): void {
  const next = own.waiting.shift();
  if (next) next.start();
  else own.running -= 1;
}
