import { expect, test } from "vitest";
import { trailProblem } from "../../platform/audit/verify.ts";
import { plusDays } from "../../platform/clock/clock.ts";
import { newcomer } from "../../testing.ts";
import { recentlyImported, sweepRecentImports, takeBack } from "./takeBack.ts";
import { open, registerText, yes } from "./testing.ts";

test("an import is taken back within a day: what it added goes, and what it changed is as it was", async () => {
  const house = open();
  const { run, as, db } = house;
  await run("Unit,PQ,Owner,Cell\n1,2.5,Ann Botha,082 444 1018\n", yes);
  const before = registerText(house);
  const list = [
    "Unit,PQ,Owner,Tel,Tenant",
    "1,3,Ann Botha,021 555 0100,Owner occupied",
    "2,4,Ben Cele,,Dee Els",
  ].join("\n");
  const { id } = await run(list, yes);
  expect(registerText(house)).not.toBe(before);
  const { recent } = await as("anna").admin.imports.begun();
  expect(recent[0]).toMatchObject({ id, by: "anna Smit" });
  expect(await as("anna").admin.imports.takeBack({ importId: id })).toEqual({ stays: [] });
  expect(registerText(house)).toBe(before);
  expect(trailProblem(db.$client)).toBeNull();
  await expect(as("anna").admin.imports.takeBack({ importId: id })).rejects.toThrow(
    "cannot be taken back any more",
  );
  await run(list, yes);
  expect(registerText(house)).not.toBe(before);
});

test("what was used since an import stays and is named, also when it is asked again, the rest goes", async () => {
  const house = open();
  const { run, as, db } = house;
  const { id } = await run("Unit,Owner,Tenant\n1,Ann Botha,Cas Dube\n2,Ben Cele,\n", yes);
  const ids = db.$client
    .prepare("SELECT p.id, p.person_id FROM unit_parties p WHERE role = 'tenant'")
    .all() as { id: string; person_id: string }[];
  await as("anna").admin.parties.end({ partyId: ids[0]?.id ?? "", until: "2030-01-01" });
  const by = { accountId: house.people.anna.id, origin: "test", requestKey: "one" };
  for (const now of [house.services.now(), house.services.now()])
    expect(takeBack(db, by, id, now)).toEqual(["Cas Dube in 1", "Cas Dube", "1"]);
  expect(await as("anna").admin.imports.begun()).toMatchObject({ recent: [] });
  expect(registerText(house)).toContain("Dube");
  expect(registerText(house)).not.toMatch(/Botha|Cele/);
});

/** Prints a sheet for everybody who has not signed in yet. Returns each one's code by full name. */
async function printSheets({ as }: ReturnType<typeof open>) {
  const { admin } = as("anna");
  const { units } = await admin.sheets.waiting();
  const order = units.flatMap(({ people }) => people.map(({ id }) => id));
  const made = await admin.sheets.make({ people: order });
  const sheets = made.units.flatMap(({ people }) => people);
  await admin.sheets.handOut({ codes: sheets.map(({ code }) => code) });
  return new Map(sheets.map(({ name, surname, code }) => [`${name} ${surname}`, code]));
}

test("a login that a printed sheet gave goes with its person, unless somebody has used it", async () => {
  const house = open();
  const { run, as, db } = house;
  const before = registerText(house);
  const { id } = await run("Unit,Owner,Email\n1,Ann Botha,ann@x.za\n2,Ben Cele,ben@x.za\n", yes);
  const codes = await printSheets(house);
  const chosen = { password: "her own password", confirmPassword: "her own password" };
  await as().public.links.setPassword({ token: codes.get("Ann Botha") ?? "", ...chosen });
  const { stays } = await as("anna").admin.imports.takeBack({ importId: id });
  expect(stays).toEqual(["Ann Botha"]);
  await expect(
    as().public.links.setPassword({ token: codes.get("Ben Cele") ?? "", ...chosen }),
  ).rejects.toThrow("is wrong, has expired or was already used");
  const orphans = db.$client
    .prepare("SELECT id FROM accounts WHERE id NOT IN (SELECT id FROM people)")
    .all();
  expect(orphans).toEqual([]);
  const signIn = { username: "ann@x.za", password: chosen.password };
  expect(await as().public.session.signIn(signIn)).toMatchObject({ user: "Ann Botha" });
  const lines = (text: string) => text.trim().split("\r\n");
  const added = lines(registerText(house)).filter((line) => !lines(before).includes(line));
  expect(added).toEqual([expect.stringContaining('"Ann","Botha"')]);
});

test("an email stays shared while somebody who was imported with it stays", async () => {
  const { run, as, db } = open();
  const { admin } = as("anna");
  await admin.people.signUp(newcomer("Nomsa"));
  const list = "Unit,Owner,Email\n1,Petrus Zwane,nomsa@example.co.za\n";
  const keyOf = () =>
    db.$client.prepare("SELECT email_key FROM accounts WHERE username_key = 'nomsa'").pluck().get();
  const first = await run(list, { ...yes, shareEmails: true });
  expect(keyOf()).toBeNull();
  expect(await admin.imports.takeBack({ importId: first.id })).toEqual({ stays: [] });
  expect(keyOf()).toBe("nomsa@example.co.za");
  const { id } = await run(list, { ...yes, shareEmails: true });
  const petrus = db.$client.prepare("SELECT id FROM people WHERE name = 'Petrus'").pluck().get();
  const { id: unitId } = await admin.units.add({ label: "9" });
  await admin.parties.add({ unitId, personId: String(petrus), role: "owner", since: "2026-01-01" });
  expect(await admin.imports.takeBack({ importId: id })).toEqual({
    stays: ["Petrus Zwane", "Nomsa Newcomer (shares an email with somebody who stays)"],
  });
  expect(keyOf()).toBeNull();
});

test("after a day an import stays, and nothing of it is kept", async () => {
  const house = open();
  const { id } = await house.run("Unit,Owner\n1,Ann Botha\n", yes);
  const { at } = house.services.now();
  sweepRecentImports(house.db, at);
  expect(recentlyImported(house.db, at)).toHaveLength(1);
  const tomorrow = plusDays(at, 1);
  expect(recentlyImported(house.db, tomorrow)).toEqual([]);
  sweepRecentImports(house.db, plusDays(tomorrow, 1));
  await expect(house.as("anna").admin.imports.takeBack({ importId: id })).rejects.toThrow(
    "cannot be taken back any more",
  );
});
