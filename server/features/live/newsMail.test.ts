import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { darkStairs, dayVisit, inDays, lateRent } from "../../contract/samples.ts";
import { dataOfFirstRelease, earlierMigrations } from "../../fixtures/testing.ts";
import { accounts } from "../../platform/auth/table.ts";
import { openBuilding } from "../../platform/installation/database.ts";
import { textOf } from "../../platform/mail/mail.ts";
import { outgoingMail } from "../../platform/mail/table.ts";
import { handClock, type Neighbour, openHouse } from "../../testing.ts";
import { mailDailyNews, mailNews } from "./newsMail.ts";

/** A building with mail, where the address of each of these people is known to be theirs. */
function withMail(...proven: Neighbour[]) {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { db, people, services } = house;
  for (const who of proven)
    db.update(accounts)
      .set({ emailVerifiedAt: services.now().at })
      .where(eq(accounts.id, people[who].id))
      .run();
  pass({ minutes: 1 });
  const post = { db, origin: () => "http://192.168.1.20:3000" };
  const sent = () => {
    const mails = db.select().from(outgoingMail).all();
    db.delete(outgoingMail).run();
    return mails.map((mail) => ({
      to: mail.to,
      subject: mail.subject,
      text: textOf(db, mail) ?? "",
    }));
  };
  const atOnce = () => {
    mailNews(post, "at once", services.now(), "Africa/Johannesburg");
    return sent();
  };
  const daily = () => {
    mailDailyNews(post, services.now(), "Africa/Johannesburg");
    return sent();
  };
  return { ...house, pass, atOnce, daily };
}

test("once a day, from five in the afternoon on, comes one mail of what was not seen yet", async () => {
  const { as, people, pass, daily } = withMail("thandi", "pieter");
  // The time of tests is 11:26 in the building.
  expect(daily()).toEqual([]);
  await as("anna").admin.announcements.post({ message: "Water is off\nfrom nine\n\nto twelve" });
  await as("anna").admin.fines.issue({ ...lateRent, residentId: people.thandi.id });
  const { number } = await as("pieter").member.live.news();
  await as("pieter").member.live.seen({ number });
  expect(daily()).toEqual([]);

  pass({ minutes: 6 * 60 });
  const [mail, ...others] = daily();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: "thandi@example.co.za",
    subject: "Our building: 2 things are new",
  });
  expect(mail?.text).toContain("- A fine: Late Rent, R450.00. Unpaid\n");
  expect(mail?.text).toContain("- A notice\n  Water is off\n  from nine\n\n  to twelve\n");
  expect(mail?.text).toContain("http://192.168.1.20:3000/resident/profile");
  expect(mail?.text).toContain("once a day at most");

  const outage = { outage: "Water", outageFrom: `${inDays(3)}T09:00` } as const;
  await as("anna").admin.notices.post({ ...outage, message: "Fill a bucket" });
  const until = { outageUntil: `${inDays(3)}T13:30` };
  await as("anna").admin.notices.post({ ...outage, ...until, title: "Pipes", message: "New ones" });
  pass({ days: 1 });
  const text = daily()[0]?.text;
  const from = "No water from 23 Nov 2026, 09:00";
  expect(text).toContain(`- A notice\n  ${from}. Fill a bucket\n`);
  expect(text).toContain(`- Pipes\n  ${from} until 13:30. New ones\n`);

  await as("anna").admin.announcements.post({ message: "Water is back" });
  expect(daily()).toEqual([]);
  pass({ days: 1 });
  expect(daily()[0]?.subject).toBe("Our building: A notice: Water is back");
  pass({ days: 1 });
  expect(daily()).toEqual([]);
});

test("at once means two minutes after the last that happened, and what was taken back is not told", async () => {
  const { as, pass, atOnce } = withMail("thandi", "sipho");
  await as("sipho").member.live.chooseMail({ choice: "at once" });
  expect(await as("sipho").member.live.byMail()).toBeNull();
  const { id: announcementId } = await as("anna").admin.announcements.post({ message: "Oh no" });
  await as("anna").admin.announcements.undo({ announcementId });
  const { id: requestId } = await as("thandi").resident.maintenance.log(darkStairs);
  expect(atOnce()).toEqual([]);
  pass({ minutes: 1 });
  await as("thandi").member.maintenance.addNote({ requestId, text: "Since Monday" });
  pass({ minutes: 1 });
  expect(atOnce()).toEqual([]);
  pass({ minutes: 1 });
  expect(atOnce()).toMatchObject([
    {
      to: "sipho@example.co.za",
      subject: "Our building: News about a maintenance request (open): The stairs are dark",
    },
  ]);
  expect(atOnce()).toEqual([]);

  // However much follows, nobody waits longer than ten minutes.
  const told: number[] = [];
  for (let minute = 0; minute < 12; minute += 1) {
    await as("anna").admin.announcements.post({ message: `Notice ${minute}` });
    pass({ minutes: 1 });
    told.push(atOnce().length);
  }
  expect(told.indexOf(1)).toBe(9);
});

test("what is urgent waits for nothing", async () => {
  const { as, atOnce } = withMail("sipho");
  await as("sipho").member.live.chooseMail({ choice: "at once" });
  await as("anna").admin.announcements.post({ message: "Not urgent" });
  expect(atOnce()).toEqual([]);
  await as("anna").admin.notices.post({ message: "Gas in the stairs", urgent: true });
  expect(atOnce()).toMatchObject([{ subject: "Our building: 2 things are new" }]);
  expect(atOnce()).toEqual([]);
});

test("a visitor's name is in the text of a mail, which is emptied, and not in its subject, which is kept", async () => {
  const { as, pass, atOnce } = withMail("thandi");
  await as("thandi").member.live.chooseMail({ choice: "at once" });
  await as("anna").admin.visitors.signIn({ ...dayVisit, residentEmail: "thandi@example.co.za" });
  pass({ minutes: 2 });
  const [mail] = atOnce();
  expect(mail?.subject).toBe("Our building: A visitor has arrived");
  expect(mail?.text).toContain("- A visitor has arrived: Jan Botha\n");
});

test("subjects from before lose the visitor's name, and no others change", () => {
  const data = dataOfFirstRelease();
  const file = join(data, "stoep.db");
  const before = openBuilding(file, { migrations: earlierMigrations(data, 54) });
  const add = (subject: string) =>
    before.insert(outgoingMail).values({ to: "", subject, text: "", createdAt: "" }).run();
  const others = ["A: A notice: Lift: it works", "A visitor B: A fine: Late Rent"];
  for (const did of ["left: Jan: the 2nd", "arrived: Jan", "arrived"])
    add(`A: A visitor has ${did}`);
  others.forEach(add);
  before.$client.close();
  const db = openBuilding(file);
  onTestFinished(() => void db.$client.close());
  const subjects = db
    .select()
    .from(outgoingMail)
    .all()
    .map(({ subject }) => subject);
  const cut = ["A: A visitor has left", "A: A visitor has arrived", "A: A visitor has arrived"];
  expect(subjects.sort()).toEqual([...cut, ...others].sort());
});

test("an internal note is in no mail of a resident, and its text in nobody's", async () => {
  const { as, pass, daily } = withMail("thandi", "lerato");
  daily();
  const { id: requestId } = await as("thandi").resident.maintenance.log(darkStairs);
  const note = { requestId, text: "She calls every day", internal: true };
  await as("sipho").member.maintenance.addNote(note);
  pass({ days: 1 });
  const mails = daily();
  expect(mails.map(({ to }) => to)).toEqual(["lerato@example.co.za"]);
  expect(JSON.stringify(mails)).not.toContain(note.text);
});

test("whoever chose never, or whose address is not proven or not theirs alone, gets none", async () => {
  const { as, people, db, pass, daily } = withMail("thandi", "pieter", "sipho");
  daily();
  await as("thandi").member.live.chooseMail({ choice: "never" });
  const of = (who: Neighbour) => eq(accounts.id, people[who].id);
  db.update(accounts).set({ emailUnproven: true }).where(of("pieter")).run();
  db.update(accounts).set({ emailKey: null }).where(of("sipho")).run();
  await as("anna").admin.announcements.post({ message: "Water is off" });
  pass({ days: 1 });
  expect(daily()).toEqual([]);
});

test("after a week without Stoep, or with a new choice, what is old is not mailed", async () => {
  const { as, pass, daily, atOnce } = withMail("thandi");
  daily();
  await as("anna").admin.announcements.post({ message: "Water is off" });
  pass({ days: 7 });
  expect(daily()).toEqual([]);
  await as("anna").admin.announcements.post({ message: "Water is back" });
  await as("thandi").member.live.chooseMail({ choice: "at once" });
  pass({ minutes: 5 });
  expect(atOnce()).toEqual([]);
});
