import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../config.ts";
import { ownIdNumber } from "../features/privacy/service.ts";
import { dataOfFirstRelease } from "../fixtures/testing.ts";
import { checkCredentials } from "../platform/auth/passwords/credentials.ts";
import { hashToken } from "../platform/auth/secrets.ts";
import { accountOfBearer, accountOfSession } from "../platform/auth/sessions/sessions.ts";
import { createServices } from "../services.ts";

test("people of 0.1.0 stay signed in, and sign in as before", async () => {
  const data = dataOfFirstRelease();
  const old = new Database(join(data, "stoep.db"));
  const thandi = old.prepare("SELECT id FROM accounts WHERE username = 'thandi'").pluck().get();
  old
    .prepare(
      `INSERT INTO sessions (id, account_id, token_hash, created_at, last_seen_at, expires_at, user_agent)
        VALUES ('browser', ?, ?, '2026-11-20', '2026-11-20', '2999', '')`,
    )
    .run(thandi, hashToken("cookie"));
  old
    .prepare(
      "INSERT INTO tokens (id, account_id, label, token_hash, created_at) VALUES ('gate', ?, '', ?, '2026-11-20')",
    )
    .run(thandi, hashToken("bearer"));
  old.close();
  const services = createServices(readConfig({ STOEP_DATA: data, LOG_LEVEL: "silent" }));
  onTestFinished(() => void services.db.$client.close());
  const { db, config } = services;
  const now = services.now();
  expect(accountOfSession(db, "cookie", now.at, config.session)?.id).toBe(thandi);
  expect(accountOfBearer(db, "bearer", now.at)?.id).toBe(thandi);
  for (const [username, role] of [
    ["nomvula", "Admin"],
    ["thandi@jacaranda.example", "Resident"],
    ["sipho", "Staff"],
  ] as const) {
    const entry = { username, password: "jacaranda-court" };
    const by = { accountId: null, origin: "test" };
    const { account } = await checkCredentials(db, by, entry, null, now);
    expect(account.role).toBe(role);
    expect(ownIdNumber(db, account.id)).toMatch(/^\d{13}$/);
  }
});
