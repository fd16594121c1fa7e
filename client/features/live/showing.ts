import { procedureOf } from "../../offline/cachedQueries.ts";
import { type Answers, queryClient } from "../../trpc.ts";
import { dayOf } from "../../ui/days.ts";

type FeatureName = { [Role in keyof Answers]: keyof Answers[Role] }[keyof Answers];

const ofPerson = ["dashboard", "personPages"] as const;
/** The features that show what a unit owes, and what is open in it. */
const ofUnit = [...ofPerson, "unitStates"] as const;

/**
 * The features whose queries show what an event is about, by its topic. That of the register is not
 * here: who is called what, and lives where, shows everywhere.
 */
const showing: Readonly<Record<string, readonly FeatureName[]>> = {
  announcement: ["announcements", "notices", "dashboard"],
  fine: [...ofUnit, "fines", "fineDecisions", "evidence", "proofs", "reminders"],
  request: [...ofUnit, "maintenance"],
  visit: [...ofPerson, "visitors", "expectedVisits", "visits", "entryRequests"],
  change: ["changeNotices", "changeDecisions", "dashboard"],
};

/** Not all devices fetch at the same moment, and none all the time. */
const atRandomMs = 400;
const apartMs = 1_000;

const everything = "everything";
const stale = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let fetchedAt = 0;

/** Fetches again what the screen shows of a topic, at most a second later. */
export function fetchChanged(topic: string): void {
  const features = topic === "register" ? [everything] : showing[topic];
  if (!features) return;
  for (const feature of [...features, "live"]) stale.add(feature);
  if (timer) return;
  const waitMs = Math.max(Math.random() * atRandomMs, fetchedAt + apartMs - Date.now());
  timer = setTimeout(fetchStale, waitMs);
}

/** Fetches nothing any more of what was heard until now. */
export function forgetChanged(): void {
  clearTimeout(timer);
  timer = undefined;
  stale.clear();
}

function fetchStale(): void {
  timer = undefined;
  fetchedAt = Date.now();
  const features = new Set(stale);
  stale.clear();
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      features.has(everything) || features.has(procedureOf(queryKey).split(".")[1] ?? ""),
  });
}

/** The clock of a device may be ahead of the server's, for which it is still yesterday then. */
const aheadMs = 5_000;
const lookMs = 60_000;

/**
 * Acts once each of the building's days has begun, of which nothing is heard: what is shown until a day,
 * planned or overdue is another then. It looks every minute, because a device that sleeps runs no
 * timers. Returns how to stop.
 */
export function onEachDay(act: () => void): () => void {
  const present = () => dayOf(new Date(Date.now() - aheadMs));
  let day = present();
  const timer = setInterval(() => {
    if (present() === day) return;
    day = present();
    // Rows that nothing has changed are written again only as other objects.
    for (const query of queryClient.getQueryCache().findAll({ type: "active" }))
      query.setState({ data: structuredClone(query.state.data) });
    act();
  }, lookMs);
  return () => clearInterval(timer);
}
