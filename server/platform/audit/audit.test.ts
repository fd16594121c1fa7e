import { expect, test } from "vitest";
import { declared } from "../../api/declared.ts";
import { procedureByName } from "../../api/procedureByName.ts";
import { admissionOf } from "../../api/procedures.ts";
import { restCalls } from "../../api/restCalls.ts";
import { notedElsewhere, nothingToTell, streamActions, unnoted } from "../../contract/byHand.ts";
import { callers, invoke, procedureCalls } from "../../contract/everyCall.ts";
import { goodInput, goodValuesFor, pietersThings } from "../../contract/samples.ts";
import { handClock, newcomer, openHouse, openServer } from "../../testing.ts";
import { mails } from "../mail/testing.ts";
import { sweepRequestKeys } from "./audit.ts";
import { auditEvents, requestKeys } from "./table.ts";

const mutations = procedureCalls.filter(({ method }) => method === "POST");

test("of every stream it is known what it leaves", () => {
  const found = restCalls
    .flatMap(({ rows }) => rows)
    .filter(({ procedure, errors = [] }) => {
      const isAttachment = errors.some((code) => code.startsWith("attachments."));
      return procedure === null && !isAttachment;
    })
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(streamActions).sort()).toEqual(found.sort());
  for (const action of Object.values(streamActions).filter((each) => !each.startsWith("nothing")))
    expect(declared.actions[action], action).toBeDefined();
});

/** A building, and a call of a mutation in it with good values, by whom it is for. */
async function prepared(path: string, schema: unknown) {
  const house = openHouse();
  const role = admissionOf(procedureByName(path)).for;
  const who = callers[role] ?? "pieter";
  const values = goodValuesFor(path, role, await pietersThings(house), house.people);
  const input = goodInput(schema, values);
  const send = () => invoke(house.as(who), path, input);
  const events = () => house.db.select().from(auditEvents).all();
  return { actorId: house.people[who].id, send, events };
}

const noted = mutations.filter(({ name }) => !notedElsewhere.includes(name) && !(name in unnoted));

test.each(noted)("$name leaves an event with who did it", async ({ name, input }) => {
  const { actorId, send, events } = await prepared(name, input);
  const before = events().length;
  await send();
  const { action = "", before: was = null, after: is = null, ...event } = events().at(-1) ?? {};
  expect(events().length, "It leaves an entry").toBeGreaterThan(before);
  expect(event).toMatchObject({ actorId, origin: "test", subjectId: expect.any(String) });
  expect(declared.actions[action], action).toBeDefined();
  const isSilent = was === null && is === null;
  expect(isSilent, action).toBe(action in nothingToTell);
});

test.each(Object.keys(unnoted))("%s leaves none", async (name) => {
  const call = mutations.find((each) => each.name === name);
  const { send, events } = await prepared(name, call?.input);
  const before = events().length;
  await send().catch(() => undefined);
  expect(events().length).toBe(before);
});

/** The calls that change something that is there, in the same way each time. */
const changes = noted.filter(({ name }) =>
  /\.(update|set\w*|setStatus|changeRole|correct|rule|withdraw|signOut|seen|end)$/.test(name),
);

test.each(changes)(
  "$name once more changes nothing and leaves nothing",
  async ({ name, input }) => {
    const { send, events } = await prepared(name, input);
    await send();
    const before = events().length;
    // It may also be refused, because it is done.
    await send().catch(() => undefined);
    expect(events().length).toBe(before);
  },
);

test("sign-in, set password by link, verify and revoke leave theirs too, and no secret is in any", async () => {
  const { as, db, people } = openHouse({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  const nomsa = { ...newcomer("Nomsa"), idNumber: "7712310123088" };
  const own = "a password of her own";
  const { id } = await as("anna").admin.people.signUp(nomsa);
  const verification = /#([\w-]{43})/.exec(mails(db)[0]?.text ?? "")?.[1] ?? "";
  await as().public.links.verify({ token: verification });
  await as().public.session.signIn({ username: "nomsa", password: nomsa.password });
  const { link } = await as("anna").admin.invites.resetLink({ id });
  const token = link.split("#")[1] ?? "";
  await as().public.links.setPassword({ token, password: own, confirmPassword: own });
  const bearer = await as("thandi").member.session.makeToken({ label: "gate" });
  await as("thandi").member.session.revokeToken({ id: bearer.id });
  await as("thandi").resident.profile.update({ email: "thandi@new.example" });

  const events = db.select().from(auditEvents).all().slice(6);
  expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["people.add", people.anna.id],
    ["invites.verify_email", id],
    ["session.sign_in", id],
    ["invites.reset_link", people.anna.id],
    ["session.choose_password", id],
    ["session.make_bearer", people.thandi.id],
    ["session.revoke_bearer", people.thandi.id],
    ["profile.update", people.thandi.id],
  ]);
  for (const { action } of events) expect(declared.actions[action], action).toBeDefined();
  const trail = JSON.stringify(db.select().from(auditEvents).all());
  const secrets = [nomsa.password, own, nomsa.idNumber, token, verification, bearer.token];
  for (const secret of [...secrets, "argon2"]) expect(trail).not.toContain(secret);
});

test("what is refused leaves nothing", async () => {
  const { as, db } = openHouse();
  const count = db.select().from(auditEvents).all().length;
  await expect(as("anna").admin.people.remove({ id: "nobody" })).rejects.toThrow();
  await expect(
    as("anna").admin.people.signUp({ ...newcomer("X"), email: "thandi@example.co.za" }),
  ).rejects.toThrow("This email cannot be used here");
  expect(db.select().from(auditEvents).all()).toHaveLength(count);
});

test("an event says which network address it came from, whatever is claimed", async () => {
  const { rest, db } = await openServer();
  const claimed = "10.0.0.9";
  const headers = { "x-forwarded-for": claimed, "x-real-ip": claimed, forwarded: `for=${claimed}` };
  await rest("anna")("POST /api/property/admin/announcements", { message: "Hello" }, headers);
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({ origin: "127.0.0.1" });
});

test("an idempotency key is honoured for two days", async () => {
  const { clock, pass } = handClock();
  const { rest, db, services } = await openServer({ clock });
  const post = () =>
    rest("anna")(
      "POST /api/property/admin/announcements",
      { message: "Hello" },
      { "idempotency-key": "k" },
    );
  const first = await post();
  pass({ days: 2, minutes: -1 });
  sweepRequestKeys(db, services.now().at);
  expect((await post()).body).toEqual(first.body);
  pass({ minutes: 2 });
  sweepRequestKeys(db, services.now().at);
  expect(db.select().from(requestKeys).all()).toEqual([]);
  expect((await post()).body.id).not.toBe(first.body.id);
});
