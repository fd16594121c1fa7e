import { TRPCError } from "@trpc/server";
import { expect, test } from "vitest";
import { refusalOf } from "../http/refusals.ts";
import { handClock, openHouse } from "../testing.ts";
import { bookkeeping } from "./byHand.ts";
import { callers, invoke, procedureCalls } from "./everyCall.ts";
import { goodInput, goodValues, inDays, pietersThings } from "./samples.ts";

// Everything a person creates counts against a limit, so that nobody can fill the building's disk
// alone.

const mutations = procedureCalls
  .filter(({ method }) => method === "POST")
  .map(({ name, admission, input }) => ({ path: name, who: admission.for, schema: input }));

const codeOf = (thrown: unknown) => (thrown instanceof TRPCError ? refusalOf(thrown).code : null);

test("every mutation that creates something is counted, and refused when the day is full", {
  timeout: 120_000,
}, async () => {
  const counted: string[] = [];
  for (const { path, who, schema } of mutations) {
    const house = openHouse();
    const sqlite = house.db.$client;
    const tables = sqlite
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all()
      .filter((table) => !bookkeeping.has(table));
    const sizes = () =>
      tables.map((table) =>
        Number(sqlite.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()),
      );
    const me = callers[who] ?? "pieter";
    const things = await pietersThings(house);
    const values = {
      ...goodValues(things),
      profileId: house.people[me].id,
      role: ["Staff", "owner"],
    };
    const before = sizes();
    // What a call is refused, or only removes, is not counted.
    await invoke(house.as(me), path, goodInput(schema, values)).catch(() => undefined);
    if (sizes().some((size, at) => size > (before[at] ?? 0))) counted.push(path);
  }
  expect(counted).toEqual(
    expect.arrayContaining([
      ...["admin.announcements.post", "admin.fines.issue", "admin.people.signUp"],
      ...["admin.units.add", "resident.maintenance.log", "resident.visitors.signIn"],
      ...["staff.announcements.post"],
    ]),
  );
  for (const path of counted) if (!onceEach.has(path)) await expectRefusal(path);
});

/**
 * These create no more than they decide, or than was announced, which is counted where it comes from; or a
 * note at a change of status, and a second call changes nothing. A browser is subscribed once.
 */
const onceEach = new Set([
  ...["admin.changeDecisions.confirm", "admin.maintenance.setStatus"],
  ...["staff.maintenance.setStatus", "gate.visits.admit", "gate.visits.admitExpected"],
  ...["member.notices.read", "member.live.startPush"],
]);

/** Values that must not be the same twice. */
const different = (each: number) => ({
  role: ["Staff", "owner"],
  label: `L${each}`,
  sectionNumber: `${100 + each}`,
  since: inDays(5 * each),
  until: inDays(5 * each + 3),
  on: [true, inDays(each)],
  certificateOn: inDays(-each),
});

/** Creates as much as allowed and expects the next to be refused. */
async function expectRefusal(path: string): Promise<void> {
  const { who, schema } = mutations.find((each) => each.path === path) ?? {};
  const me = callers[who ?? ""] ?? "pieter";
  const { clock, pass } = handClock();
  const house = openHouse({ env: { CREATIONS_PER_DAY: "2" }, clock });
  const things = await pietersThings(house);
  const most = me === "anna" ? 40 : 2;
  let refused: unknown = null;
  for (let each = 0; each <= most && !refused; each += 1) {
    const values = {
      ...goodValues(things),
      profileId: house.people[me].id,
      ...different(each),
    };
    await invoke(house.as(me), path, goodInput(schema, values)).catch((thrown) => {
      refused = thrown;
    });
  }
  expect.soft(codeOf(refused), path).toBe("request.too_many_today");
  pass({ minutes: 24 * 60 + 1 });
  const values = { ...goodValues(things), profileId: house.people[me].id, dueDate: inDays(20) };
  const again = { ...values, ...different(1_000) };
  const later = invoke(house.as(me), path, goodInput(schema, again));
  // Other reasons for a refusal do not matter here.
  expect.soft(await later.then(() => null, codeOf), path).not.toBe("request.too_many_today");
}

test("never more than that within 24 hours, and never fewer, however they are spread", async () => {
  const { clock, pass } = handClock("2026-11-20T06:00:00.000Z");
  const { as } = openHouse({ env: { CREATIONS_PER_DAY: "30" }, clock });
  const posted: number[] = [];
  for (let step = 0; step < 300; step += 1) {
    // Bursts, pauses, and the exact end of a day.
    pass({ minutes: step % 70 === 0 ? 11 * 60 : step % 13 });
    const at = clock().getTime();
    const within = posted.filter((each) => at - each < 24 * 3_600_000).length;
    const post = as("sipho").staff.announcements.post({ message: `No. ${step}` });
    const refused = await post.then(() => null, codeOf);
    expect(refused, `${step}`).toBe(within < 30 ? null : "request.too_many_today");
    if (!refused) posted.push(at);
  }
  expect(posted.length).toBeGreaterThan(60);
});

test("to end sessions is never refused, however often somebody did it", async () => {
  const { as } = openHouse({ env: { CREATIONS_PER_DAY: "1" } });
  for (const _ of [1, 2, 3]) await as("thandi").member.session.signOutEverywhere();
});

test("what leaves an entry in the trail is limited like what creates something", async () => {
  const { as } = openHouse({ env: { CREATIONS_PER_DAY: "3" } });
  const { profile } = as("thandi").resident;
  for (const each of [1, 2, 3]) await profile.update({ cellPhone: `082 123 000${each}` });
  // Nothing changes, so that nothing is added.
  await profile.update({ cellPhone: "082 123 0003" });
  const refused = await profile.update({ cellPhone: "082 123 0004" }).then(() => null, codeOf);
  expect(refused).toBe("request.too_many_today");
  await as("pieter").resident.profile.update({ cellPhone: "082 123 0004" });
});
