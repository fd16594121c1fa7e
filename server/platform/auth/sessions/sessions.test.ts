import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { handClock, openHouse, openServer } from "../../../testing.ts";
import { sessions } from "../table.ts";
import { accountOfSession, startSession } from "./sessions.ts";

const current = "GET /api/auth/session";

test("while another program locks the database, signed-in people can still read", async () => {
  const { clock, pass } = handClock();
  const { rest, as, config } = await openServer({ clock, onDisk: true });
  const { token } = await as("sipho").member.session.makeToken({});
  const thandi = rest("thandi");
  const other = new Database(config.database);
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  pass({ minutes: 120 });
  expect((await thandi(current)).status).toBe(200);
  const script = { authorization: `Bearer ${token}` };
  expect((await rest()(current, undefined, script)).status).toBe(200);
});

test("a session begun while the clock was ten years ahead ends like any other, used or not", async () => {
  const { clock, pass } = handClock("2036-11-20T09:26:24.123Z");
  const { rest } = await openServer({ clock });
  const [used, idle] = [rest("thandi"), rest("thandi")];
  pass({ days: -3652 });
  expect((await idle(current)).status).toBe(200);
  for (let weeks = 0; weeks < 12; weeks += 1) {
    expect((await used(current)).status, `after ${weeks} weeks`).toBe(200);
    if (weeks === 5) expect((await idle(current)).status).toBe(401);
    pass({ days: 7 });
  }
  pass({ days: 6 });
  expect((await used(current)).status).toBe(401);
});

test("setting the clock back a day ends no session", async () => {
  const { clock, pass } = handClock();
  const { rest } = await openServer({ clock });
  const thandi = rest("thandi");
  pass({ days: -1 });
  expect((await thandi(current)).status).toBe(200);
});

test("a session that another program ends is over at once", async () => {
  const { rest, config } = await openServer({ onDisk: true });
  const thandi = rest("thandi");
  expect((await thandi(current)).status).toBe(200);
  const other = new Database(config.database);
  onTestFinished(() => void other.close());
  other.exec("DELETE FROM sessions");
  expect((await thandi(current)).status).toBe(401);
});

test("a session that was ended in a change that failed goes on", async () => {
  const { rest, db } = await openServer();
  const thandi = rest("thandi");
  expect((await thandi(current)).status).toBe(200);
  db.$client.exec("BEGIN; DELETE FROM sessions");
  expect((await thandi(current)).status).toBe(401);
  db.$client.exec("ROLLBACK");
  expect((await thandi(current)).status).toBe(200);
});

test("a person keeps the newest fifty sessions, and others theirs", () => {
  const { db, people, config, services } = openHouse();
  const start = (who: string) => startSession(db, who, services.now().at, config.session);
  const pieters = start(people.pieter.id);
  const tokens = Array.from({ length: 53 }, () => start(people.thandi.id));
  const isThere = (token: string) =>
    accountOfSession(db, token, services.now().at, config.session, "test") !== null;
  expect(tokens.map(isThere)).toEqual(tokens.map((_, at) => at >= 3));
  expect(isThere(pieters)).toBe(true);
  expect(db.select().from(sessions).all()).toHaveLength(51);
});
