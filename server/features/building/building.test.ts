import { expect, test } from "vitest";
import { filesFor, openSecureServer } from "../../platform/https/testing.ts";
import { openHouse } from "../../testing.ts";

const bankDetails = {
  bank: "Standard Bank",
  accountHolder: "Acacia Court Body Corporate",
  accountNumber: "6200 0000 000",
  branchCode: "250655",
};

test("a building has a name from the start and bank details once an admin gives them", async () => {
  const { as } = openHouse();
  expect(await as("thandi").member.building.details()).toEqual({
    name: "Our building",
    bankDetails: null,
  });
  await as("anna").admin.building.update({ bankDetails });
  await as("anna").admin.building.update({ name: "Acacia Court" });
  for (const who of ["thandi", "sipho", "bongani"] as const)
    expect(await as(who).member.building.details()).toEqual({ name: "Acacia Court", bankDetails });
  // The name is public.
  expect(await as().public.setup.state()).toEqual({ needed: false, building: "Acacia Court" });
  const wrong = { ...bankDetails, accountNumber: "62-AB" };
  await expect(as("anna").admin.building.update({ name: "X", bankDetails: wrong })).rejects.toThrow(
    /"bankDetails"/,
  );
  expect(await as().public.setup.state()).toMatchObject({ building: "Acacia Court" });
});

test("an admin who saves a part that another has saved meanwhile is told so, and overwrites nothing", async () => {
  const { as } = openHouse();
  const [anna, bongani] = [as("anna").admin.building, as("bongani").admin.building];
  const { versions } = await bongani.settings();
  const first = { bankDetails, version: versions.bankDetails };
  // Whoever heard no answer saves the same again.
  expect(await anna.update(first)).toEqual(await anna.update(first));
  const late = { bankDetails: { ...bankDetails, accountHolder: "Acacia" } };
  await expect(bongani.update({ ...late, version: versions.bankDetails })).rejects.toThrow(
    "Somebody has changed this since you opened it",
  );
  await bongani.update({ name: "Acacia Court", version: versions.name });
  const now = await bongani.settings();
  expect(now).toMatchObject({ name: "Acacia Court", bankDetails });
  expect(await bongani.update({ ...late, version: now.versions.bankDetails })).toMatchObject(late);
});

const caretaker = { label: "Caretaker", number: "082 444 1018" };

test("everybody sees the numbers that an admin enters; rows with nothing in them are left out", async () => {
  const { as } = openHouse();
  expect(await as("thandi").member.building.contacts()).toEqual([]);
  const guard = { label: "Guard at the gate", number: "112" };
  const nothing = { label: "", number: "" };
  await as("anna").admin.building.update({ contacts: [caretaker, nothing, guard] });
  for (const who of ["thandi", "sipho", "bongani"] as const)
    expect(await as(who).member.building.contacts()).toEqual([caretaker, guard]);
  await as("anna").admin.building.update({ contacts: [] });
  expect(await as("thandi").member.building.contacts()).toEqual([]);
});

test.each([
  ["a number without a name", [{ label: "", number: "082 444 1018" }], "must not be empty"],
  ["a name without a number", [{ label: "Guard", number: "" }], "must not be empty"],
  ["letters", [{ label: "Guard", number: "082 CALL" }], "must be a telephone number"],
  ["two digits", [{ label: "Guard", number: "12" }], "3 to 15 digits"],
  ["nine numbers", Array.from({ length: 9 }, () => caretaker), "at most 8 numbers"],
])("contact numbers with %s: refused, and what was there stays", async (_, wrong, why) => {
  const { as } = openHouse();
  await as("anna").admin.building.update({ contacts: [caretaker] });
  await expect(as("anna").admin.building.update({ contacts: wrong })).rejects.toThrow(why);
  expect(await as("thandi").member.building.contacts()).toEqual([caretaker]);
});

test("who helps with logging in is named to everybody once an admin says so, until they are taken away", async () => {
  const { as } = openHouse();
  const named = async () => (await as().public.session.ways()).help;
  const say = (label: string, number: string) =>
    as("anna").admin.building.update({ signInHelp: { label, number } });
  expect(await named()).toBeNull();
  await say("Anna Smit", "082 444 1018");
  expect(await named()).toEqual({ label: "Anna Smit", number: "082 444 1018" });
  await expect(say("Anna Smit", "")).rejects.toThrow("must not be empty");
  await expect(say("", "082 444 1018")).rejects.toThrow("must not be empty");
  await as("anna").admin.building.update({ name: "Acacia Court" });
  expect(await named()).toMatchObject({ label: "Anna Smit" });
  await say("", "");
  expect(await named()).toBeNull();
});

test("the information officer is named to everybody until they are taken away", async () => {
  const { as } = openHouse();
  const named = async () => (await as().public.privacy.notice()).officer;
  const say = (informationOfficer: string) =>
    as("anna").admin.building.update({ informationOfficer });
  await say("Anna Smit, 082 444 1018");
  await as("anna").admin.building.update({ name: "Acacia Court" });
  expect(await named()).toBe("Anna Smit, 082 444 1018");
  const once = await say("");
  expect(await named()).toBeNull();
  expect(await say("")).toEqual(once);
  // The repeat changed nothing, so the trail does not have it. Nothing could take a name out of it.
  const { rows } = await as("anna").admin.audit.entries({ limit: 1 });
  expect(rows[0]?.changes).toEqual([
    { field: "informationOfficer", before: null, after: "changed" },
  ]);
});

test("admins see how their building is reached", async () => {
  const wayOf = async ({ as }: Pick<ReturnType<typeof openHouse>, "as">) =>
    as("anna").admin.building.connection();
  expect(await wayOf(openHouse())).toEqual({
    way: "plain",
    address: "http://stoep.test",
    until: null,
    troubles: [],
    trust: null,
  });
  const env = { STOEP_ORIGIN: "https://court.example" };
  expect(await wayOf(openHouse({ env }))).toMatchObject({ way: "proxy", trust: null });

  const { env: files } = await filesFor(["court.example"]);
  expect(await wayOf(await openSecureServer({ ...env, ...files }))).toMatchObject({
    way: "own",
    address: "https://court.example",
    trust: null,
    troubles: [],
    until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const local = { HTTPS: "local", STOEP_ORIGIN: "https://court.local:3000" };
  const server = await openSecureServer(local);
  const { way, trust } = await wayOf(server);
  expect([way, trust?.address]).toEqual(["local", "http://court.local:3000/trust"]);
  expect(trust?.fingerprint.join(":")).toBe(server.certificates.authority?.fingerprint256);
  expect(trust?.qr).toContain("<svg");
});

test("a person's other queries do not wait for a weather service that does not answer", async () => {
  const { services, as } = openHouse();
  services.weather = { current: () => new Promise(() => {}) };
  const thandi = as("thandi");
  for (let tab = 0; tab < 3; tab += 1) void thandi.member.weather.current();
  expect(await thandi.resident.maintenance.mine({})).toBeDefined();
});
