import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../../config.ts";
import { newFolder } from "../testing.ts";
import { createRestoring } from "./restoring.ts";

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
