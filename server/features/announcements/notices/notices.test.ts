import { expect, test } from "vitest";
import { inDays, multipart, tinyPdf } from "../../../contract/samples.ts";
import { newId } from "../../../database/columns.ts";
import { handClock, type Neighbour, openServer } from "../../../testing.ts";

const notices = "/api/property/notices";
const announcements = "/api/property/announcements";

async function openBoard() {
  const { clock, pass } = handClock();
  const server = await openServer({ clock });
  const { rest, as, people } = server;
  const post = async (notice: object, who: Neighbour = "anna") => {
    pass({ seconds: 6 });
    const { status, body } = await rest(who)(`POST ${notices}`, notice);
    expect(status).toBe(201);
    return body.id as string;
  };
  const seenBy = async (who: Neighbour) =>
    (await rest(who)(`GET ${notices}`)).body.map(({ message }: { message: string }) => message);
  const unitOf = async (who: Neighbour, role: "owner" | "tenant") => {
    const { id: unitId } = await as("anna").admin.units.add({ label: `Unit of ${who}` });
    const since = inDays(-9);
    await as("anna").admin.parties.add({ unitId, personId: people[who].id, role, since });
    return unitId;
  };
  return { ...server, pass, post, seenBy, unitOf };
}

test("each audience sees its notices, admins see all, and nobody else does", async () => {
  const { as, post, seenBy, unitOf, rest } = await openBoard();
  await unitOf("thandi", "owner");
  const rented = await unitOf("pieter", "tenant");
  await post({ message: "all" });
  await post({ message: "titled", title: "Water" }, "sipho");
  await post({ message: "owners", audience: "owners" });
  await post({ message: "residents", audience: "residents" }, "sipho");
  await post({ message: "staff", audience: "staff" });
  await post({ message: "unit", audience: { units: [rented] } });
  const all = ["unit", "staff", "residents", "owners", "titled", "all"];
  expect(await seenBy("bongani")).toEqual(all);
  expect(await seenBy("thandi")).toEqual(["residents", "owners", "titled", "all"]);
  expect(await seenBy("pieter")).toEqual(["unit", "residents", "titled", "all"]);
  expect(await seenBy("lerato")).toEqual(["staff", "titled", "all"]);
  // Who posted one sees it.
  expect(await seenBy("sipho")).toEqual(["staff", "residents", "titled", "all"]);
  // Only who may change it reads for which units it is.
  const unitsOf = async (who: Neighbour) =>
    (await as(who).member.notices.mine()).flatMap(({ units }) => units || []);
  expect(await unitsOf("bongani")).toEqual([expect.stringMatching(/^\S+( \S+)*$/)]);
  expect(await unitsOf("pieter")).toEqual([]);
  // To everybody and without a title it is an announcement.
  const old = (await rest("thandi")(`GET ${announcements}`)).body;
  expect(old).toMatchObject([{ message: "all", sender: "admin" }]);
  await rest("anna")(`POST /api/property/admin/announcements`, { message: "posted there" });
  expect((await seenBy("lerato"))[0]).toBe("posted there");
  expect(await rest("thandi")(`POST ${notices}`, { message: "mine" })).toMatchObject({
    status: 403,
  });
});

test("those that hold today are shown, pinned ones first, then the newest", async () => {
  const { post, seenBy, pass, rest } = await openBoard();
  await post({ message: "pinned", pinned: true });
  await post({ message: "today", from: inDays(0), until: inDays(0) });
  await post({ message: "tomorrow", from: "2026-11-21T06:00:00Z" });
  await post({ message: "urgent", urgent: true, until: inDays(3) });
  expect(await seenBy("thandi")).toEqual(["pinned", "urgent", "today"]);
  const [, urgent] = (await rest("thandi")(`GET ${notices}`)).body;
  expect(urgent).toMatchObject({
    title: "",
    sender: "admin",
    urgent: true,
    pinned: false,
    from: null,
    until: inDays(3),
    readAt: null,
  });
  pass({ days: 1 });
  expect(await seenBy("thandi")).toEqual(["pinned", "urgent", "tomorrow"]);
  pass({ days: 3 });
  expect(await seenBy("thandi")).toEqual(["pinned", "tomorrow"]);
});

test("among hundreds of newer ones, and ones for others, a pinned notice and one's own are still there", async () => {
  const { db, post, seenBy } = await openBoard();
  await post({ message: "urgent, and pinned", urgent: true, pinned: true });
  await post({ message: "pinned", pinned: true });
  await post({ message: "for all" });
  const add = db.$client.prepare(
    "INSERT INTO announcements (id, sender, author_id, message, date, audience) SELECT ?, sender, author_id, 'more', date, ? FROM announcements WHERE message = 'for all'",
  );
  for (let number = 0; number < 250; number += 1) add.run(newId(), "staff");
  const pinned = ["pinned", "urgent, and pinned"];
  expect(await seenBy("thandi")).toEqual([...pinned, "for all"]);
  for (let number = 0; number < 250; number += 1) add.run(newId(), "everybody");
  // What is urgent and not pinned comes below, as the newest.
  await post({ message: "urgent", urgent: true });
  const seen = await seenBy("thandi");
  expect(seen.slice(0, 3)).toEqual([...pinned, "urgent"]);
  expect(seen).toHaveLength(202);
});

test("before its first day only who may change a notice reads it, by its id too", async () => {
  const { as, rest, post, pass } = await openBoard();
  const id = await post({ message: "Next week", from: inDays(3) }, "sipho");
  const { body } = await rest("sipho")(
    `POST ${notices}/${id}/files`,
    multipart(tinyPdf("plan"), "plan.pdf"),
  );
  const asked = async (who: Neighbour) => [
    (await rest(who)(`POST ${notices}/${id}/read`)).status,
    (await rest(who)(`GET ${notices}/${id}/files/${body.id}`)).status,
  ];
  expect(await asked("thandi")).toEqual([404, 404]);
  expect(await asked("anna")).toEqual([200, 200]);
  pass({ days: 3 });
  expect(await asked("thandi")).toEqual([200, 200]);
  expect((await as("anna").admin.notices.readers({ announcementId: id })).read).toBe(2);
});

test("what makes no sense is refused in words", async () => {
  const { rest } = await openBoard();
  const refused = async (notice: object) => {
    const { status, body } = await rest("anna")(`POST ${notices}`, { message: "x", ...notice });
    return [status, body.code, body.field];
  };
  const noon = `${inDays(1)}T10:00:00Z`;
  for (const days of [
    { from: inDays(2), until: inDays(1) },
    { from: noon, until: `${inDays(1)}T09:59:00Z` },
  ])
    expect(await refused(days)).toEqual([400, "announcements.ends_first", "until"]);
  expect((await refused({ from: noon, until: inDays(1) }))[0]).toBe(201);
  expect(await refused({ until: inDays(-1) })).toEqual([400, "announcements.over", "until"]);
  expect(await refused({ audience: { units: ["none"] } })).toEqual([
    404,
    "units.unknown",
    "audience",
  ]);
  const audience = { units: Array.from({ length: 501 }, (_, index) => `${index}`) };
  const { body } = await rest("anna")(`POST ${notices}`, { message: "x", audience });
  expect(body.message).toMatch(/at most 500 units: post it twice/);
  for (const bad of [{ message: " " }, { audience: "neighbours" }, { audience: { units: [] } }])
    expect((await refused(bad)).slice(0, 2)).toEqual([400, "request.invalid"]);
});

test("who has read a notice is counted, and who has not is named with the unit", async () => {
  const { post, rest, people, as } = await openBoard();
  const id = await post({ message: "Please park inside the lines", audience: "residents" });
  const readers = async () => (await rest("anna")(`GET ${notices}/${id}/readers`)).body;
  expect(await readers()).toMatchObject({ read: 0, of: 2 });
  const [unread] = await as("anna").member.notices.mine();
  expect(unread?.isRead).toBe(false);
  for (const _ of "12")
    expect(await rest("thandi")(`POST ${notices}/${id}/read`)).toMatchObject({ status: 200 });
  expect(await readers()).toEqual({
    read: 1,
    of: 2,
    unread: [{ personId: people.pieter.id, name: "pieter van Wyk", unit: "Unit 4" }],
  });
  expect(await as("anna").admin.notices.readers({ announcementId: id })).toMatchObject({
    units: { read: 1, of: 2 },
  });
  const [mine] = (await rest("thandi")(`GET ${notices}`)).body;
  expect(mine.readAt).toMatch(/^2026-11-20T/);
  // So that who reads it is shown of one that asks nobody, too.
  const [read] = await as("anna").member.notices.mine();
  expect(read?.isRead).toBe(true);
  expect(await rest("sipho")(`POST ${notices}/${id}/read`)).toMatchObject({ status: 404 });
  expect(await rest("thandi")(`GET ${notices}/${id}/readers`)).toMatchObject({ status: 403 });
  const own = await post({ message: "All of us" });
  expect((await rest("anna")(`GET ${notices}/${own}/readers`)).body).toMatchObject({
    read: 0,
    of: 5,
  });
  expect(await as("thandi").member.notices.mine()).toMatchObject([
    { author: "anna Smit", isOwn: false },
    { readAt: mine.readAt },
  ]);
});

test("a notice to some units is counted by these units, and says where nobody uses Stoep", async () => {
  const { post, rest, people, as, unitOf } = await openBoard();
  const anna = as("anna").admin;
  // It is let, and its owner lives in another one.
  const let5 = await unitOf("pieter", "tenant");
  const since = inDays(-9);
  const owner = { personId: people.thandi.id, since };
  await anna.parties.add({ unitId: let5, role: "owner", ...owner });
  const { id: home } = await anna.units.add({ label: "Home of the owner" });
  await anna.parties.add({ unitId: home, role: "owner", ...owner });
  await anna.parties.add({ unitId: home, role: "occupant", ...owner });
  const own = await unitOf("anna", "owner");
  const { id: empty } = await anna.units.add({ label: "Unit 77" });
  const id = await post({ message: "Paint", audience: { units: [let5, own, empty] } });
  const readers = () => anna.notices.readers({ announcementId: id });
  expect(await readers()).toEqual({
    read: 0,
    of: 2,
    // Who posted it has read it.
    units: { read: 1, of: 3, silent: "Unit 77" },
    unread: ["thandi", "pieter"].map((who) => ({
      personId: people[who as Neighbour].id,
      name: expect.stringContaining(who),
      unit: "Unit of pieter",
    })),
  });
  await rest("thandi")(`POST ${notices}/${id}/read`);
  expect(await readers()).toMatchObject({ read: 1, units: { read: 2, of: 3 } });
  // Somebody of two of the units is one person.
  const both = await post({ message: "Both", audience: { units: [let5, home] } });
  const { body } = await rest("anna")(`GET ${notices}/${both}/readers`);
  expect(body).toMatchObject({ read: 0, of: 2 });
  expect(body.unread.map(({ unit }: { unit: string }) => unit).sort()).toEqual([
    "Home of the owner, Unit of pieter",
    "Unit of pieter",
  ]);
});

test("a notice is corrected and withdrawn by its author or an admin, with a trace", async () => {
  const { post, rest, as, seenBy, db } = await openBoard();
  const id = await post({ message: "Water is of", title: "Water" }, "sipho");
  const { notices: board } = as("thandi").member;
  const words = { announcementId: id, title: "Water", message: "Water is off" };
  await expect(board.correct(words)).rejects.toThrow("Only the person who posted this");
  for (const _ of "12") await as("sipho").member.notices.correct({ ...words, version: "" });
  // An admin had opened the form before that.
  const late = { ...words, title: "No water", version: "" };
  await expect(as("anna").member.notices.correct(late)).rejects.toThrow("Somebody has changed");
  expect(await board.mine()).toMatchObject([
    { message: "Water is off", correctedAt: expect.any(String) },
  ]);
  const remove = (who: Neighbour) => rest(who)(`DELETE ${notices}/${id}`, { reason: "Wrong day" });
  expect(await remove("thandi")).toMatchObject({ status: 403 });
  expect(await remove("anna")).toMatchObject({ status: 200 });
  expect(await remove("anna")).toMatchObject({ status: 404 });
  expect(await seenBy("thandi")).toEqual([]);
  const other = await post({ message: "Another" });
  expect(await rest("bongani")(`DELETE ${notices}/${other}`)).toMatchObject({ status: 200 });
  const trail = db.$client.prepare("SELECT action, after FROM audit_events ORDER BY seq").all();
  expect(JSON.stringify(trail)).toMatch(/Water is of.*Water is off.*Wrong day/);
});

test("whom a notice is not for does not hear of it either", async () => {
  const { post, as, unitOf } = await openBoard();
  const unit = await unitOf("pieter", "tenant");
  const newsOf = async (who: Neighbour) =>
    (await as(who).member.live.news()).rows.map(({ text }) => text);
  await post({ message: "For your unit", audience: { units: [unit] } }, "sipho");
  await post({ message: "For the staff", audience: "staff" });
  expect(await newsOf("pieter")).toEqual(["For your unit"]);
  expect(await newsOf("thandi")).toEqual([]);
  expect(await newsOf("lerato")).toEqual(["For the staff"]);
});

test("what is taken back is heard of by those who were told of it, and by nobody else", async () => {
  const { db, post, as, unitOf, people } = await openBoard();
  const unit = await unitOf("pieter", "tenant");
  const id = await post({ message: "For your unit", audience: { units: [unit] } });
  const heard = () =>
    db.$client.prepare("SELECT audience, person_id FROM events ORDER BY number").raw().all();
  const before = heard();
  await as("anna").admin.announcements.undo({ announcementId: id });
  expect(before).toContainEqual(["person", people.pieter.id]);
  expect(heard()).toEqual([...before, ...before.slice(-2)]);
});

test("an outage says when something does not work, until it does again", async () => {
  const { rest, as, post } = await openBoard();
  const water = { message: "The pump is changed", outage: "Water" };
  const times = { outageFrom: "2026-11-21T09:00", outageUntil: "2026-11-21T11:00:00Z" };
  const refused = async (more: object) => {
    const { body } = await rest("anna")(`POST ${notices}`, { ...water, ...more });
    return [body.code, body.field];
  };
  expect(await refused({ ...times, outageFrom: "2026-11-21T13:00" })).toEqual([
    "announcements.ends_first",
    "outageUntil",
  ]);
  const past = { outageFrom: "2026-11-19T09:00", outageUntil: "2026-11-19T13:00" };
  expect(await refused(past)).toEqual(["announcements.over", "outageUntil"]);
  expect(await refused({ outageFrom: "2026-11-31T09:00" })).toEqual([
    "request.invalid",
    "outageFrom",
  ]);
  expect(await refused({ outage: "Gas" })).toEqual(["request.invalid", "outage"]);
  // It would never be shown.
  expect(await refused({ ...times, from: inDays(5) })).toEqual([
    "announcements.ends_first",
    "from",
  ]);
  // The banner would be gone while the water is off.
  expect(await refused({ ...times, until: inDays(0) })).toEqual([
    "announcements.ends_before_outage",
    "until",
  ]);

  const id = await post({ ...water, ...times });
  await post({ message: "The lift stands", outage: "Lift" }, "sipho");
  const mine = await as("thandi").member.notices.mine();
  expect(mine).toMatchObject([
    { outage: { what: "Lift", from: mine[0]?.date, until: null }, until: null },
    {
      outage: {
        what: "Water",
        from: "2026-11-21T07:00:00.000Z",
        until: "2026-11-21T11:00:00.000Z",
      },
      until: "2026-11-21",
    },
  ]);
  const end = (who: Neighbour) => as(who).member.notices.endOutage({ announcementId: id });
  await expect(end("sipho")).rejects.toThrow("Only the person who posted this");
  await end("anna");
  await expect(end("anna")).rejects.toThrow("or the outage is over");
});

test("the end of an outage is corrected, and with it the last day that follows from it", async () => {
  const { as, post, pass, db } = await openBoard();
  const message = "The pump is changed";
  const water = { message, outage: "Water", outageFrom: "2026-11-20T09:00" };
  const id = await post({ ...water, outageUntil: "2026-11-20T14:00" });
  const correct = (announcementId: string, outageUntil?: string | null) =>
    as("anna").member.notices.correct({ announcementId, message, outageUntil });
  const shown = async (noticeId: string) => {
    const mine = await as("thandi").member.notices.mine();
    const notice = mine.find((each) => each.id === noticeId);
    return [notice?.outage?.until, notice?.until];
  };
  const refused = (noticeId: string, outageUntil: string) =>
    correct(noticeId, outageUntil).catch(({ cause: { code, field } }) => [code, field]);
  await correct(id, "2026-11-21T18:00");
  expect(await shown(id)).toEqual(["2026-11-21T16:00:00.000Z", "2026-11-21"]);
  await correct(id);
  expect(await shown(id)).toEqual(["2026-11-21T16:00:00.000Z", "2026-11-21"]);
  for (const nobodyKnows of ["", null]) {
    await correct(id, nobodyKnows);
    expect(await shown(id)).toEqual([null, null]);
  }
  expect(await refused(id, "2026-11-20T08:00")).toEqual([
    "announcements.ends_first",
    "outageUntil",
  ]);
  expect(await refused(id, "2026-11-20T10:00")).toEqual(["announcements.over", "outageUntil"]);
  const changes = db.$client
    .prepare("SELECT before, after FROM audit_events WHERE action = 'announcements.correct'")
    .all();
  expect(changes).toHaveLength(2);
  expect(JSON.stringify(changes)).toMatch(/T12:00.*T16:00/);

  // A last day that was chosen stays, unless the outage is longer.
  const chosen = await post({ ...water, outageUntil: "2026-11-20T14:00", until: inDays(3) });
  const isChosen = (notice: { id: string }) => notice.id === chosen;
  await correct(chosen, "2026-11-20T18:00");
  expect(await shown(chosen)).toEqual(["2026-11-20T16:00:00.000Z", inDays(3)]);
  await correct(chosen, "2026-11-25T18:00");
  expect(await shown(chosen)).toEqual(["2026-11-25T16:00:00.000Z", "2026-11-25"]);
  // The form sends the minute of an end that was noted to the second.
  pass({ seconds: 20 });
  const { correctedAt, outage } = (await as("anna").member.notices.mine()).find(isChosen) ?? {};
  await as("anna").member.notices.endOutage({ announcementId: chosen });
  const [end = ""] = await shown(chosen);
  // A form that was opened before that does not undo it, but may still correct the words.
  const words = { announcementId: chosen, message: "The pump is new", version: correctedAt ?? "" };
  const late = { ...words, version: `${correctedAt}${outage?.until}`, outageUntil: null };
  await expect(as("anna").member.notices.correct(late)).rejects.toThrow("Somebody has changed");
  await as("anna").member.notices.correct(words);
  await correct(chosen, `${end?.slice(0, 16)}:00Z`);
  expect(await shown(chosen)).toEqual([end, inDays(0)]);
  const later = await post({ ...water, until: inDays(3) });
  await as("anna").member.notices.endOutage({ announcementId: later });
  await correct(later, null);
  expect(await shown(later)).toEqual([null, inDays(3)]);
  const plain = await post({ message });
  expect(await refused(plain, "2026-11-25T18:00")).toEqual([
    "announcements.no_outage",
    "outageUntil",
  ]);
});

test("files go with a notice, for those whom it is for", async () => {
  const { as, rest, post } = await openBoard();
  const id = await post({ message: "The plan of the roof", audience: "staff" }, "sipho");
  const add = (who: Neighbour, name: string) =>
    rest(who)(`POST ${notices}/${id}/files`, multipart(tinyPdf(name), `${name}.pdf`));
  const added = await add("sipho", "roof");
  expect(added).toMatchObject({ status: 201, body: { fileName: "roof.pdf" } });
  expect((await add("anna", "more")).status).toBe(201);
  expect(await add("lerato", "not hers")).toMatchObject({
    status: 403,
    body: { code: "announcements.not_yours" },
  });
  expect((await add("thandi", "nor hers")).status).toBe(403);
  const [notice] = await as("lerato").member.notices.mine();
  expect(notice?.files).toMatchObject([{ fileName: "roof.pdf" }, { fileName: "more.pdf" }]);
  const address = `${notices}/${id}/files/${added.body.id}`;
  const isThere = async (who: Neighbour) => (await rest(who)(`GET ${address}`)).status;
  expect(await isThere("lerato")).toBe(200);
  expect(await isThere("thandi")).toBe(404);
  // Not a file of another notice, either.
  const other = await post({ message: "For all" });
  expect((await rest("thandi")(`GET ${notices}/${other}/files/${added.body.id}`)).status).toBe(404);
  const file = { announcementId: id, fileId: added.body.id };
  await expect(as("lerato").member.notices.removeFile(file)).rejects.toMatchObject({
    cause: { code: "announcements.not_yours" },
  });
  await as("sipho").member.notices.removeFile(file);
  expect(await isThere("lerato")).toBe(404);
  await as("sipho").staff.announcements.undo({ announcementId: id });
  expect(await as("lerato").member.notices.mine()).toHaveLength(1);
});
