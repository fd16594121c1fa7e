import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../../config.ts";
import { handOverLink } from "../../auth/links/delivery.ts";
import { accounts } from "../../auth/table.ts";
import { momentOf } from "../../clock/clock.ts";
import { openBuilding } from "../../installation/database.ts";
import { queueMail } from "../../mail/mail.ts";
import { mails } from "../../mail/testing.ts";
import { newFolder, nightlyBuilding, now, prepared, smallBuilding } from "../testing.ts";
import { createRestoring } from "./restoring.ts";

test("what waited to be mailed is sent after a restore was undone, but no link; of a backup nothing is", async () => {
  const { config, db, night } = await nightlyBuilding();
  const { id = "" } = db.select({ id: accounts.id }).from(accounts).get() ?? {};
  const [email, at] = ["t@example.co.za", momentOf(new Date(now), config.timeZone)];
  const mail = {
    personId: id,
    to: email,
    subject: "News",
    text: "Your email address was changed.",
  };
  queueMail(db, mail, now);
  const post = { db, config: { mail: {} }, origin: () => "https://acacia.example" };
  expect(handOverLink(post, "verify", { id, name: "Thandi", email }, at).mailed).toBe(true);
  const waiting = async (source: string) => {
    const { work } = await prepared(source, config);
    const copy = openBuilding(join(work, "stoep.db"));
    onTestFinished(() => void copy.$client.close());
    return mails(copy).map(({ text }) => text);
  };
  expect(await waiting(config.data)).toEqual([mail.text]);
  expect(await waiting((await night("2026-11-20")).path)).toEqual([]);
});

test("a backup that was sent and cannot be opened goes after an hour, like one that can", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const config = readConfig({ STOEP_DATA: newFolder() });
  const program = join(newFolder(), "unpack.cjs");
  writeFileSync(program, `console.error("This is no backup."); process.exit(1);`);
  const restoring = createRestoring(config, program);
  mkdirSync(restoring.incoming, { recursive: true });
  const sent = join(restoring.incoming, "sent");
  writeFileSync(sent, "x");
  restoring.received("anna", "sent");
  await restoring.begin("anna", { sent: "sent", fileName: "a.tar.gz" }, null);
  while (restoring.state("anna")?.phase === "reading") await others();
  expect(restoring.state("anna")).toMatchObject({ phase: "failed", why: "This is no backup." });
  vi.advanceTimersByTime(59 * 60_000);
  expect(existsSync(sent)).toBe(true);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(() => existsSync(sent), { timeout: 30_000 }).toBe(false);
  expect(restoring.state("anna")).toBeNull();
}, 60_000);

test("a restore is one, also when what is tidied up after it cannot be removed", async () => {
  const { data, database, db } = await smallBuilding();
  const config = readConfig({ STOEP_DATA: data });
  db.$client.close();
  const program = join(newFolder(), "unpack.cjs");
  // The second admin's preview is in a folder that nobody can remove: no path may have such a name.
  writeFileSync(
    program,
    `const work = process.argv.at(-1).endsWith("other") ? "\\0" : ${JSON.stringify(join(data, "work"))};
    process.send({ ready: { work, madeAt: ${JSON.stringify(now)} } }, () => process.disconnect());`,
  );
  const restoring = createRestoring(config, program);
  mkdirSync(restoring.incoming);
  mkdirSync(join(data, "work"));
  cpSync(database, join(data, "work", "stoep.db"));
  for (const [owner, sent] of [
    ["anna", "one"],
    ["bongani", "other"],
  ] as const) {
    writeFileSync(join(restoring.incoming, sent), "x");
    restoring.received(owner, sent);
    await restoring.begin(owner, { sent, fileName: "a.tar.gz" }, null);
    await expect.poll(() => restoring.state(owner)?.phase, { timeout: 30_000 }).toBe("ready");
  }
  const ready = restoring.state("anna");
  const id = ready?.phase === "ready" ? ready.id : "";
  restoring.confirm("anna", id, { accountId: "anna", origin: "test" });
  const said = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => said.mockRestore());
  await restoring.putInPlace(now);
  expect(restoring.state("anna")).toBeNull();
  expect(restoring.isRestoring()).toBe(false);
  expect(said.mock.calls.flat().join()).toContain("was restored, but");
  expect(existsSync(join(data, "work"))).toBe(false);
}, 60_000);
