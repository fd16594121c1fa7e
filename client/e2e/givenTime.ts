// The browser tests have a given time: their servers, their pages and the tests themselves. What they
// see does not depend on the day and hour at which they run.

/** By how many milliseconds the given time is ahead of the machine's; the configuration says it once a run. */
const aheadMs = Number(process.env.STOEP_TEST_AHEAD_MS ?? 0);

const machineDate = Date;

/** Moves the clock of a page or a process: what `Date` says from now on. Sees nothing outside, because it is also sent as text. */
export function moveDate(by: number): void {
  const { Date: Moved } = globalThis;
  const now = () => Moved.now() + by;
  globalThis.Date = new Proxy(Moved, {
    apply: () => String(new Moved(now())),
    construct: (target, given, asked) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], asked),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
}

/** Gives the time to this process and to those it starts. */
export function setGivenTime(): void {
  // The process that starts the workers reads the tests too, only to know which there are.
  if (Date !== machineDate || process.env.TEST_WORKER_INDEX === undefined) return;
  moveDate(aheadMs);
  const program = encodeURIComponent(`(${moveDate})(${aheadMs})`);
  process.env.NODE_OPTIONS = `--import=data:text/javascript,${program}`;
}

/** For tests with what cannot be given a time: another browser, or a browser that checks certificates. */
export function setMachineTime(): void {
  globalThis.Date = machineDate;
  delete process.env.NODE_OPTIONS;
}

interface WithScripts {
  addInitScript: (script: (by: number) => void, by: number) => Promise<unknown>;
}

/** Gives the time to the pages of a browser's context that are opened from now on. */
export async function giveTime<Context extends WithScripts>(context: Context): Promise<Context> {
  if (Date !== machineDate) await context.addInitScript(moveDate, aheadMs);
  return context;
}
