import { declared } from "../../server/api/declared.ts";
import { type Api, createCaller } from "../../server/api/router.ts";
import { readConfig } from "../../server/config.ts";
import { accountOfSession, startSession } from "../../server/platform/auth/sessions/sessions.ts";
import type { Services } from "../../server/services.ts";
import { createServices } from "../../server/services.ts";

/** Some ids of each kind, from all over the table. */
function samplesOf({ db }: Services) {
  const pick = (table: string, column = "id") => {
    const [last = 0] = db.$client
      .prepare<[], number>(`SELECT max(rowid) FROM ${table}`)
      .pluck()
      .all();
    const find = db.$client.prepare<[number], string>(
      `SELECT ${column} FROM ${table} WHERE rowid = ?`,
    );
    const places = Array.from({ length: 500 }, (_, i) => 1 + Math.floor(((i + 0.5) * last) / 500));
    const found = places.flatMap((place) => find.pluck().get(place) ?? []);
    // Shuffled, so that consecutive ids do not lie on the same page.
    return found.map((_, i) => found[(i * 211) % found.length] ?? "");
  };
  const newest = (table: string) =>
    db.$client
      .prepare<[], string>(`SELECT id FROM ${table} ORDER BY id DESC LIMIT 200`)
      .pluck()
      .all();
  const people = (role: string) =>
    db.$client
      .prepare<[string], string>("SELECT id FROM accounts WHERE role = ?")
      .pluck()
      .all(role);
  const days = Array.from({ length: 28 }, (_, i) =>
    new Date(Date.now() - (i + 1) * 86_400_000).toISOString().slice(0, 10),
  );
  return {
    recentFine: newest("fines"),
    fine: pick("fines"),
    request: pick("maintenance_requests"),
    visit: pick("visits"),
    entry: pick("audit_events", "seq"),
    subject: pick("audit_events", "subject_id"),
    day: days,
    admin: people("Admin"),
    resident: people("Resident"),
    staff: people("Staff"),
  };
}

type Kind = keyof ReturnType<typeof samplesOf>;
export type Take = (kind: Kind) => string;

/**
 * Opens one of the buildings. `take` gives another id each time; `as` gives a person's procedures.
 */
export function openBuilding(data: string) {
  const services = createServices(readConfig({ STOEP_DATA: data, LOG_LEVEL: "silent" }));
  const samples = samplesOf(services);
  const taken = new Map<Kind, number>();
  const take: Take = (kind) => {
    const count = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, count);
    return String(samples[kind][count % samples[kind].length]);
  };
  const { db, config, now } = services;
  const tokenOf = (id: string) => startSession(db, id, now().at, config.session);
  const enter = (id: string): Api => {
    const account = accountOfSession(db, tokenOf(id), now().at, config.session);
    const nothing = () => undefined;
    return createCaller({
      ...services,
      declared,
      account,
      accountNow: () => account,
      calls: 1,
      batch: null,
      reader: null,
      subject: account,
      acceptsFirstPassword: false,
      by: { accountId: id, origin: "bench" },
      userAgent: "bench",
      deviceToken: null,
      setDeviceCookie: nothing,
      halfWayToken: null,
      setHalfWayCookie: nothing,
      afterAnswer: nothing,
      setSessionCookie: nothing,
    });
  };
  const everybody = [...samples.admin, ...samples.resident, ...samples.staff];
  const apis = new Map(everybody.map((id) => [id, enter(id)]));
  const as = (id: string) => apis.get(id) as Api;
  const tokens = samples.resident.map(tokenOf);
  return {
    services,
    take,
    as,
    tokenOf,
    token: () => tokens[Math.floor(Math.random() * tokens.length)] ?? "",
  };
}

export type Building = ReturnType<typeof openBuilding>;
export type Call = (building: Building) => Promise<unknown> | unknown;
