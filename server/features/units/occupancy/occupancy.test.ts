import { expect, test } from "vitest";
import { darkStairs, dayVisit, lateRent } from "../../../contract/samples.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { handClock, newcomer, openHouse, openServer } from "../../../testing.ts";
import { withUnit } from "../testing.ts";
import { livesElsewhere } from "./homes.ts";
import { rowsAbout } from "./rowsAbout.ts";
import { voterOf } from "./service.ts";

const half = 500_000;

test("two owners share a unit; together they cannot have more than all of it", async () => {
  const { person, owner, ownersOn } = await withUnit();
  const [ann, ben] = [await person("Ann"), await person("Ben")];
  await owner(ann, "2020-01-01", { share: 600_000 });
  await expect(owner(ben, "2021-01-01", { share: half })).rejects.toThrow(
    "The owners would have 110 % of the unit: Ann Botha 60 %, Ben Botha 50 %.",
  );
  await owner(ben, "2021-01-01", { share: 400_000 });
  // A share that is left out is all of the unit.
  await expect(owner(await person("Zoe"), "2022-01-01")).rejects.toThrow("200 %");
  expect(await ownersOn("2020-12-31")).toEqual(["Ann Botha"]);
  expect(await ownersOn("2021-01-01")).toEqual(["Ann Botha", "Ben Botha"]);
});

test.each([
  ["the day on which a unit changes hands is the new owner's", "2026-04-01"],
  ["a last day counts when nobody takes over on it", "2026-03-31"],
])("%s", async (_, until) => {
  const { person, owner, ownersOn } = await withUnit();
  await owner(await person("Ann"), "2020-01-01", { until });
  await owner(await person("Ben"), "2026-04-01");
  expect(await ownersOn("2026-03-31")).toEqual(["Ann Botha"]);
  expect(await ownersOn("2026-04-01")).toEqual(["Ben Botha"]);
});

test("a tenancy that ends before it begins, or overlaps itself, is refused", async () => {
  const { anna, unitId, person } = await withUnit();
  const personId = await person("Ann");
  const tenancy = { unitId, personId, role: "tenant" as const };
  const add = (since: string, until?: string) => anna.parties.add({ ...tenancy, since, until });
  await expect(add("2026-05-01", "2026-04-30")).rejects.toThrow("The last day is before the first");
  const { id: partyId } = await add("2026-01-01", "2026-06-30");
  for (const [since, until] of [
    ["2026-06-29", "2026-12-31"],
    ["2025-06-01", undefined],
    ["2026-02-01", "2026-03-01"],
  ] as const)
    await expect(add(since, until)).rejects.toThrow("already entered for these days");
  await add("2026-08-01");
  // Nor can a last day be moved into the same person's next time.
  const end = (until: string) => anna.parties.end({ partyId, until });
  await expect(end("2026-08-02")).rejects.toThrow("already entered for these days");
  await end("2026-07-31");
  await expect(anna.parties.add({ ...tenancy, since: "2027-01-01", share: half })).rejects.toThrow(
    "Only owners have a share",
  );
  // What was one day by mistake is entered again for longer, and no day twice.
  await add("2025-05-01", "2025-05-01");
  await add("2025-05-01", "2025-05-31");
  const again = anna.parties.add({ ...tenancy, since: "2025-05-01", until: "2025-05-01" });
  await expect(again).rejects.toThrow("already entered for these days");
  // A first day that was too late is mended so too, with a last day that reaches over it.
  const late = { ...tenancy, personId: await person("Ben") };
  const { id: wrong } = await anna.parties.add({ ...late, since: "2026-05-04" });
  await anna.parties.end({ partyId: wrong, until: "2026-05-04" });
  const { id: right } = await anna.parties.add({ ...late, since: "2020-01-01" });
  const within = anna.parties.add({ ...late, since: "2020-01-01", until: "2020-01-01" });
  await expect(within).rejects.toThrow("already entered for these days");
  await anna.parties.end({ partyId: right, until: "2026-09-30" });
});

test("an owner who was entered with a wrong share is ended on the first day and entered again", async () => {
  const { anna, person, owner, ownersOn } = await withUnit();
  const [ann, ben, zoe] = [await person("Ann"), await person("Ben"), await person("Zoe")];
  const day = "2026-01-01";
  await owner(ann, "2020-01-01", { until: day });
  for (const share of [undefined, 700_000]) {
    const { id: partyId } = await owner(zoe, day, { share });
    await expect(owner(ben, day, { share: half })).rejects.toThrow("100 % at most");
    await anna.parties.end({ partyId, until: day });
    expect(await ownersOn(day)).toContain("Zoe Botha");
  }
  await owner(ben, day, { share: half });
  expect(await ownersOn(day)).toEqual(["Ben Botha"]);
  await owner(zoe, day, { share: half });
  expect(await ownersOn(day)).toEqual(["Ben Botha", "Zoe Botha"]);
  expect(await ownersOn("2025-12-31")).toEqual(["Ann Botha"]);
});

test("T60: the vote is the registered owner's on the day of the meeting", async () => {
  const { anna, db, unitId, person, owner } = await withUnit();
  const [ann, ben] = [await person("Ann"), await person("Ben")];
  await owner(ann, "2020-01-01");
  await anna.transfers.enter({ unitId, on: "2026-03-20", owners: [{ personId: ben }] });
  expect(voterOf(db, unitId, "2026-03-19")?.personId).toBe(ann);
  expect(voterOf(db, unitId, "2026-03-28")?.personId).toBe(ben);
});

test("of two owners nobody votes until one is named", async () => {
  const { anna, db, unitId, person, owner } = await withUnit();
  const [ann, ben] = [await person("Ann"), await person("Ben")];
  const { id } = await owner(ann, "2020-01-01", { share: half });
  const second = await owner(ben, "2020-01-01", { share: half });
  expect(voterOf(db, unitId, "2026-01-01")).toBeNull();
  await anna.parties.setVoter({ partyId: id });
  await anna.parties.setVoter({ partyId: second.id });
  expect(voterOf(db, unitId, "2026-01-01")?.personId).toBe(ben);
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "parties.vote",
    before: { personId: ann },
    after: { personId: ben },
  });
});

test("the vote is not given to who is no owner, in words, and stays whose it was", async () => {
  const { anna, db, unitId, person, owner } = await withUnit();
  const [ann, ben, tom] = [await person("Ann"), await person("Ben"), await person("Tom")];
  const { id } = await owner(ann, "2020-01-01", { share: half });
  await owner(ben, "2020-01-01", { share: half });
  const tenancy = { unitId, personId: tom, role: "tenant", since: "2020-01-01" } as const;
  const tenant = await anna.parties.add(tenancy);
  await anna.parties.setVoter({ partyId: id });
  for (const partyId of [tenant.id, "none"])
    await expect(anna.parties.setVoter({ partyId })).rejects.toThrow(
      "This entry could not be found. Reload the page.",
    );
  expect(voterOf(db, unitId, "2026-01-01")?.personId).toBe(ann);
});

test("a vote that is given now leaves the register of earlier days, and a later owner's takes none before", async () => {
  const { anna, db, unitId, person, owner } = await withUnit();
  const [ann, ben, zoe] = [await person("Ann"), await person("Ben"), await person("Zoe")];
  const second = await owner(ben, "2020-01-01", { share: half });
  const first = await owner(ann, "2020-01-01", { share: half });
  await anna.parties.setVoter({ partyId: first.id });
  await anna.parties.end({ partyId: first.id, until: "2025-06-30" });
  await owner(zoe, "2025-06-30", { share: half });
  await anna.parties.setVoter({ partyId: second.id });
  expect(voterOf(db, unitId, "2025-06-29")?.personId).toBe(ann);
  expect(voterOf(db, unitId, "2026-11-20")?.personId).toBe(ben);
  await anna.parties.end({ partyId: second.id, until: "2026-12-01" });
  const later = await owner(await person("Tom"), "2026-12-01", { share: half });
  await anna.parties.setVoter({ partyId: later.id });
  expect(voterOf(db, unitId, "2026-11-30")?.personId).toBe(ben);
  expect(voterOf(db, unitId, "2026-12-01")?.name).toBe("Tom Botha");
});

test("somebody's address follows from the register: where they live, or else what they own", async () => {
  const { anna, as, people, owner } = await withUnit();
  const address = async () => (await as("pieter").resident.profile.get({})).address;
  expect(await address()).toBe("Unit 4");
  const { id } = await owner(people.pieter.id, "2026-01-01");
  expect(await address()).toBe("Unit 7");
  const { id: unitId } = await anna.units.add({ label: "Unit 44" });
  const tenancy = { unitId, role: "tenant", since: "2026-01-01" } as const;
  await anna.parties.add({ ...tenancy, personId: people.pieter.id });
  expect(await address()).toBe("Unit 44");
  await anna.parties.end({ partyId: id, until: "2026-01-02" });
  expect(await address()).toBe("Unit 44");
});

test("who sold and moved out has the address of nobody, until one is typed for them", async () => {
  const { anna, as, people, owner, unitId } = await withUnit();
  const personId = people.pieter.id;
  const { id } = await owner(personId, "2026-01-01");
  await anna.parties.end({ partyId: id, until: "2026-11-01" });
  const address = async () => (await as("pieter").resident.profile.get({})).address;
  expect(await address()).toBe("");
  const { rows } = await anna.people.residents({});
  expect(rows).toContainEqual(expect.objectContaining({ id: personId, address: "" }));
  const form = await anna.corrections.details({ personId });
  expect(form).toMatchObject({ address: "", isAddressFilled: false });
  const { version, name, surname, email, cellPhone } = form;
  const typed = { personId, version, name, surname, email, cellPhone };
  await anna.corrections.correct({ ...typed, address: "12 Long Street" });
  expect(await address()).toBe("12 Long Street");
  // A last day that was wrong is corrected, and they stay where they are.
  await anna.parties.end({ partyId: id, until: "2026-10-31" });
  expect(await address()).toBe("12 Long Street");
  // A person who comes back lives in the unit, and what was typed is not their address again when
  // they leave.
  const tenancy = { unitId, personId, role: "tenant", since: "2026-11-10" } as const;
  const { id: again } = await anna.parties.add(tenancy);
  expect(await address()).toBe("Unit 7");
  await anna.parties.end({ partyId: again, until: "2026-11-15" });
  expect(await address()).toBe("");
});

test("who is signed up with a unit's label lives there, and who only owns one lives elsewhere", async () => {
  const { anna, db, people, owner, services } = await withUnit();
  const { id: three } = await anna.units.add({ label: "UNIT3" });
  const { parties } = await anna.parties.ofUnit({ unitId: three });
  expect(parties).toMatchObject([{ personId: people.thandi.id, role: "occupant" }]);
  await owner(people.pieter.id, "2026-01-01");
  const { today } = services.now();
  expect(livesElsewhere(db, people.thandi.id, today)).toBe(false);
  expect(await anna.parties.ofPerson({ id: people.pieter.id })).toMatchObject([
    { unit: "Unit 7", role: "owner", share: 1_000_000 },
  ]);
});

test("a tenancy leaves the days before it as they were entered, and nobody without a home", async () => {
  const { anna, db, people } = await withUnit();
  const personId = people.thandi.id;
  const { id: unitId } = await anna.units.add({ label: "UNIT3" });
  const rent = (since: string, until?: string) =>
    anna.parties.add({ unitId, personId, role: "tenant", since, until });
  const entries = async () =>
    (await anna.parties.ofUnit({ unitId })).history
      .map(({ role, since, until }) => [role, since, until])
      .sort();
  const last = (count: number) =>
    db
      .select()
      .from(auditEvents)
      .all()
      .slice(-count)
      .map(({ action, before, after }) => ({ action, before, after }));
  const past = ["tenant", "2019-01-01", "2019-12-31"];
  const { parties } = await anna.parties.ofUnit({ unitId });
  const since = parties[0]?.since ?? "";
  await rent("2019-01-01", "2019-12-31");
  expect(await entries()).toEqual([["occupant", since, null], past]);
  await rent("2027-01-01");
  expect(await entries()).toEqual([
    ["occupant", since, "2026-12-31"],
    past,
    ["tenant", "2027-01-01", null],
  ]);
  expect(livesElsewhere(db, personId, "2026-12-31")).toBe(false);
  expect(last(2)).toMatchObject([
    {
      action: "parties.end",
      before: { role: "occupant", until: null },
      after: { role: "occupant", until: "2026-12-31" },
    },
    { action: "parties.add", before: null, after: { role: "tenant", since: "2027-01-01" } },
  ]);
});

test("an occupant whose tenancy began before they were entered is the tenant, and the trail says what they were", async () => {
  const { anna, db, people } = await withUnit();
  const personId = people.thandi.id;
  const { id: unitId } = await anna.units.add({ label: "UNIT3" });
  const [occupant] = (await anna.parties.ofUnit({ unitId })).parties;
  const { id } = await anna.parties.add({ unitId, personId, role: "tenant", since: "2025-01-01" });
  expect(id).toBe(occupant?.id);
  expect((await anna.parties.ofUnit({ unitId })).history).toMatchObject([
    { role: "tenant", since: "2025-01-01", until: null },
  ]);
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "parties.add",
    before: { personId, role: "occupant", since: occupant?.since },
    after: { personId, role: "tenant", since: "2025-01-01" },
  });
});

test("owners live elsewhere once somebody else lives in their unit, or they moved out of it", async () => {
  const { anna, as, db, people, person, owner, unitId, services } = await withUnit();
  const { today } = services.now();
  const personId = people.pieter.id;
  const elsewhere = () => livesElsewhere(db, personId, today);
  const session = async () => (await as("pieter").public.session.current())?.livesElsewhere;
  expect(elsewhere()).toBe(false);
  // Whoever was entered by mistake has not moved out.
  const mistake = { unitId, personId, role: "tenant", since: "2025-01-01" } as const;
  await anna.parties.add({ ...mistake, until: "2025-01-01" });
  expect(elsewhere()).toBe(false);
  await owner(personId, "2020-01-01", { share: half });
  // Nothing says who lives there.
  expect(elsewhere()).toBe(false);
  const wife = await person("Ann");
  await owner(wife, "2020-01-01", { share: half });
  const enter = (who: string, role: "occupant" | "tenant", unit = unitId) =>
    anna.parties.add({ unitId: unit, personId: who, role, since: "2025-01-01" });
  const home = await enter(wife, "occupant");
  // Only one of a couple may be entered.
  expect(elsewhere()).toBe(false);
  await anna.parties.end({ partyId: home.id, until: "2025-12-31" });
  const tenancy = await enter(await person("Tom"), "tenant");
  expect(elsewhere()).toBe(true);
  expect(await session()).toBe(true);
  const { id: second } = await anna.units.add({ label: "Unit 8" });
  const add = { unitId: second, personId, role: "owner", since: "2025-01-01" } as const;
  await anna.parties.add(add);
  // They may live in the one of which nothing is known.
  expect(elsewhere()).toBe(false);
  const living = await enter(personId, "occupant", second);
  expect(elsewhere()).toBe(false);
  await anna.parties.end({ partyId: living.id, until: "2025-06-30" });
  expect(elsewhere()).toBe(true);
  await anna.parties.end({ partyId: tenancy.id, until: "2025-06-30" });
  expect(elsewhere()).toBe(false);
});

test("who lives elsewhere signs no visitors in; their tenant does", async () => {
  const { anna, as, people, unitId, owner } = await withUnit();
  const signIn = (name: "pieter" | "thandi") => as(name).resident.visitors.signIn(dayVisit);
  await owner(people.pieter.id, "2020-01-01");
  await signIn("pieter");
  const tenancy = { unitId, personId: people.thandi.id, role: "tenant" } as const;
  await anna.parties.add({ ...tenancy, since: "2025-01-01" });
  await expect(signIn("pieter")).rejects.toThrow("According to the register you do not live");
  await signIn("thandi");
  expect((await as("thandi").public.session.current())?.livesElsewhere).toBe(false);
  expect((await as("anna").public.session.current())?.livesElsewhere).toBe(false);
});

test("who moves in later has visitors for the days after that, and sees so before", async () => {
  const { anna, as, people, person, unitId, owner } = await withUnit();
  const personId = people.pieter.id;
  const hasNone = async () => (await as("pieter").public.session.current())?.livesElsewhere;
  const { id: eight } = await anna.units.add({ label: "Unit 8" });
  const { id: partyId } = await owner(personId, "2020-01-01");
  await anna.parties.end({ partyId, until: "2026-11-01" });
  expect(await hasNone()).toBe(true);
  // What is bought to let is no home, on the day of registration and after it.
  const tenant = await person("Tom");
  await anna.parties.add({ unitId, personId: tenant, role: "tenant", since: "2026-01-01" });
  await owner(personId, "2026-12-01");
  expect(await hasNone()).toBe(true);
  await anna.parties.add({ unitId: eight, personId, role: "agent", since: "2026-12-01" });
  expect(await hasNone()).toBe(true);
  await anna.parties.add({ unitId: eight, personId, role: "tenant", since: "2026-12-02" });
  expect(await hasNone()).toBe(false);
  const signIn = (startDate: string) =>
    as("pieter").resident.visitors.signIn({ ...dayVisit, startDate });
  await expect(signIn("2026-12-01")).rejects.toThrow("do not live in this building on that");
  expect(await signIn("2026-12-02")).toMatchObject({ startDate: "2026-12-02" });
});

test("what was entered for a later day is the address from that day on", async () => {
  const { clock, pass } = handClock("2026-11-20T08:00:00.000Z");
  const house = openHouse({ clock });
  const { as, people } = house;
  const { units, parties } = as("anna").admin;
  const { id: unitId } = await units.add({ label: "Unit 7" });
  const address = async () => (await as("pieter").resident.profile.get({})).address;
  const personId = people.pieter.id;
  await parties.add({ unitId, personId, role: "tenant", since: "2026-11-22" });
  pass({ days: 1 });
  expect(await address()).toBe("Unit 4");
  pass({ days: 1 });
  expect(await address()).toBe("Unit 7");
  await units.update({ unitId, label: "Unit 70" });
  expect(await address()).toBe("Unit 70");
});

test("who is removed has no unit from that day of the building on", async () => {
  const { clock, pass } = handClock("2026-11-20T22:30:00.000Z");
  const { as, people } = openHouse({ clock });
  pass({ minutes: 1 });
  const { units, people: persons, parties } = as("anna").admin;
  const { id: unitId } = await units.add({ label: "Unit 7" });
  const tenancy = { unitId, personId: people.pieter.id, role: "tenant" as const };
  await parties.add({ ...tenancy, since: "2026-01-01" });
  await persons.remove({ id: people.pieter.id });
  const on = async (asAt: string) => (await parties.ofUnit({ unitId, asAt })).parties.length;
  // It is the 21st in the building and the 20th in UTC.
  expect([await on("2026-11-20"), await on("2026-11-21")]).toEqual([1, 0]);
});

test("an email that somebody signs in with is shared only after that was confirmed", async () => {
  const { anna, as } = await withUnit();
  const busi = newcomer("Busi");
  await anna.people.signUp(busi);
  const { email, password } = busi;
  const husband = { name: "Themba", surname: "Newcomer", email };
  await expect(anna.people.add(husband)).rejects.toThrow(
    "Busi Newcomer signs in with this email. If somebody else uses it too, Busi Newcomer signs in with the username busi from then on.",
  );
  await anna.people.add({ ...husband, shareEmail: true });
  const { signIn } = as().public.session;
  await expect(signIn({ username: email, password })).rejects.toThrow("Invalid email or password");
  await signIn({ username: "busi", password });
});

test("the paths for programs: units, people, owners, and the register as at any day", async () => {
  const { rest } = await openServer();
  const anna = rest("anna");
  const below = "/api/property/admin";
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await anna(`POST ${below}/${path}`, body);
    expect(status, JSON.stringify(answer)).toBe(201);
    return answer.id as string;
  };
  const refusal = async (path: string, body: object, status: number, field: string) =>
    expect(await anna(`POST ${below}/${path}`, body)).toMatchObject({ status, body: { field } });
  const ten = await made("units", { label: "Unit 10", sectionNumber: "10", kind: "primary" });
  const two = await made("units", {
    label: "Unit 2",
    sectionNumber: "2",
    kind: "primary",
    areaM2: 62,
    participationQuota: "12.4000",
  });
  const again = { label: "unit2", sectionNumber: "20", kind: "primary" };
  await refusal("units", again, 409, "label");
  await refusal("units", { ...again, label: "B", sectionNumber: "2" }, 409, "sectionNumber");
  const other = { ...again, label: "Unit 3" };
  await refusal("units", { ...other, areaM2: 0 }, 400, "areaM2");
  const quota = { ...other, participationQuota: "1.23456" };
  await refusal("units", quota, 400, "participationQuota");
  const ann = await made("people", { name: "Ann", surname: "Botha" });
  const contacts = { email: "ben@example.co.za", cellPhone: "082 444 1018" };
  const ben = await made("people", { name: "Ben", surname: "Botha", ...contacts });
  await made(`units/${two}/owners`, { personId: ann, from: "2020-01-01", share: "60" });
  const half = { personId: ben, from: "2021-01-01", share: "50" };
  await refusal(`units/${two}/owners`, half, 400, "share");
  await made(`units/${two}/owners`, { ...half, share: "40.0000" });
  const backwards = { personId: ben, from: "2021-01-01", to: "2020-01-01" };
  await refusal(`units/${ten}/owners`, backwards, 400, "to");
  const register = async (asAt: string) => (await anna(`GET ${below}/units?asAt=${asAt}`)).body;
  const owner = { personId: ann, name: "Ann Botha", share: "60" };
  const primary = { kind: "primary", participationQuota: null, owners: [] };
  const [unitTen, unitTwo] = [
    { ...primary, id: ten, label: "Unit 10", sectionNumber: "10" },
    { ...primary, id: two, label: "Unit 2", sectionNumber: "2", participationQuota: "12.4000" },
  ];
  expect(await register("2020-06-01")).toEqual([{ ...unitTwo, owners: [owner] }, unitTen]);
  expect((await register("2026-06-01"))[0].owners).toHaveLength(2);
});

test("a row is of the unit that its person had on its day, of several the one that it names", async () => {
  const { db, anna, unitId: unit, person, owner } = await withUnit();
  const { id: third } = await anna.units.add({ label: "Unit 3" });
  const { id: thirtieth } = await anna.units.add({ label: "Unit 30" });
  const [ann, ben, stranger] = [await person("Ann"), await person("Ben"), await person("Cas")];
  await owner(ann, "2020-01-01", { until: "2021-01-01" });
  await owner(ben, "2021-01-01");
  await owner(ben, "2021-01-02", { unitId: third });
  const year = { since: "2022-01-01", until: "2022-12-31" };
  await anna.parties.add({ ...year, unitId: third, personId: ben, role: "occupant" });
  const isOf = (unitId: string, row: { person: string; room: string; day: string }) =>
    rowsAbout(db, { unitId })?.has(row);
  for (const [day, person, room, ...expected] of [
    ["2020-06-01", ann, "Back cottage", true, false, false],
    ["2020-06-01", ann, "Unit 30", true, false, false],
    ["2021-06-01", ben, "UNIT3", false, true, false],
    ["2021-06-01", ben, "3", false, true, false],
    ["2021-06-01", ben, "7", true, false, false],
    ["2021-06-01", ben, "30", true, false, false],
    // The home comes before what they own, and that in the order in which they got it.
    ["2021-06-01", ben, "", true, false, false],
    ["2022-06-01", ben, "", false, true, false],
    ["2022-06-01", ben, "7", true, false, false],
    ["2023-01-01", ben, "", true, false, false],
    // Nobody knows of a unit of theirs on that day.
    ["2020-06-01", stranger, "unit 7", true, false, false],
    ["2020-06-01", stranger, "7", false, false, false],
    ["2023-06-01", ann, "Back cottage", true, false, false],
    ["2023-06-01", ann, "Unit 30", false, false, true],
    ["2020-06-01", ben, "3", false, true, false],
    ["2020-06-01", ben, "", false, false, false],
  ] as const)
    expect
      .soft(
        [unit, third, thirtieth].map((id) => isOf(id, { person, room, day })),
        `${day} ${room}`,
      )
      .toEqual(expected);
  expect(rowsAbout(db, {})).toBeUndefined();
  expect(rowsAbout(db, { unitId: unit, personId: ann })?.label).toBe("Ann Botha, Unit 7");
});

test("what somebody reported before they sold and moved stays with the unit they had", async () => {
  // It is 1 December in the building before it is in UTC.
  const { clock, pass } = handClock("2026-11-30T21:30:00.000Z");
  const { as, people } = openHouse({ clock });
  const { units, parties, maintenance, fines, visitors } = as("anna").admin;
  const personId = people.thandi.id;
  const [{ id: one }, { id: two }] = [
    await units.add({ label: "Shop 1" }),
    await units.add({ label: "Shop 2" }),
  ];
  const owner = { unitId: one, role: "owner" } as const;
  const { id: partyId } = await parties.add({ ...owner, personId, since: "2020-01-01" });
  const { resident } = as("thandi");
  const happen = async (date: string) => {
    for (const roomNumber of ["Kitchen", "Shop 1"])
      await resident.maintenance.log({ ...darkStairs, roomNumber, date });
    await fines.issue({ ...lateRent, residentId: personId, dueDate: "2027-01-31", reason: date });
    await resident.visitors.signIn({ ...dayVisit, roomNumber: "Kitchen", startDate: date });
  };
  const seenAt = async (unitId: string) => ({
    requests: (await maintenance.list({ unitId })).rows.map(({ date }) => date),
    fines: (await fines.list({ unitId })).rows.map(({ reason }) => reason),
    visitors: (await visitors.present({ unitId })).rows.map(({ startDate }) => startDate),
  });
  await happen("2026-11-30");
  await parties.end({ partyId, until: "2026-11-30" });
  await parties.add({ ...owner, personId: people.pieter.id, since: "2026-12-01" });
  await parties.add({ unitId: two, personId, role: "tenant", since: "2026-12-01" });
  pass({ minutes: 60 });
  await happen("2026-12-01");

  const all = (day: string) => ({ requests: [day, day], fines: [day], visitors: [day] });
  expect(await seenAt(one)).toEqual(all("2026-11-30"));
  expect(await seenAt(two)).toEqual(all("2026-12-01"));
  for (const { id: requestId, date } of (await maintenance.all({})).rows) {
    const { about } = await as("anna").member.maintenance.one({ requestId });
    expect(about?.unit?.label).toBe(date === "2026-11-30" ? "Shop 1" : "Shop 2");
  }
});
