import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { newFolder } from "../backup/testing.ts";
import { openBuilding } from "../installation/database.ts";
import { systemErrorInWords } from "./systemErrors.ts";

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("errors say in words what is wrong: a setting, a file in the way, a folder instead of a database", () => {
  const file = join(newFolder(), "a file");
  writeFileSync(file, "");
  expect(systemErrorInWords(thrownBy(() => mkdirSync(file)))).toMatch(
    /is a file, but a folder must be there/,
  );
  expect(systemErrorInWords(thrownBy(() => mkdirSync(join(file, "data"))))).toMatch(/not a folder/);
  const link = join(newFolder(), "unmounted");
  symlinkSync("/nowhere/at/all", link);
  expect(systemErrorInWords(thrownBy(() => mkdirSync(link, { recursive: true })))).toBe(
    `${link} is a link to a place that is not there. Is its disk mounted?`,
  );
  const database = join(newFolder(), "stoep.db");
  mkdirSync(database);
  expect(systemErrorInWords(thrownBy(() => openBuilding(database)))).toMatch(/stoep\.db/);
  const bad = thrownBy(() => readConfig({ PORT: "many" }));
  expect(systemErrorInWords(bad)).toMatch(/PORT must be a number/);
});

test("errors say in words that a port is taken or an address is not this machine's", async () => {
  const first = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => first.once("listening", resolve));
  const { port } = first.address() as { port: number };
  const errorOf = (host: string) =>
    new Promise((resolve) => {
      const second = createServer().on("error", (error) => resolve(systemErrorInWords(error)));
      second.listen(port, host);
    });
  expect(await errorOf("127.0.0.1")).toBe(
    `Port ${port} is taken by another program. Stop it, or set PORT to another one.`,
  );
  expect(await errorOf("203.0.113.7")).toMatch(/not an address of this machine\. Set HOST/);
  first.close();
});

test("missing rights and a full disk are explained in words, an internal error is not", () => {
  const failure = (code: string) => Object.assign(new Error(code), { code, path: "/data" });
  expect(systemErrorInWords(failure("EACCES"))).toMatch(/^Stoep may not use \/data\./);
  expect(systemErrorInWords(failure("EROFS"))).toMatch(/cannot be written to/);
  expect(systemErrorInWords(failure("ENOSPC"))).toMatch(/The disk is full/);
  // When a write fails, the system does not say on which path.
  const nowhere = Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "write" });
  expect(systemErrorInWords(nowhere)).toBe(
    "A disk of this machine is full: df -h names it. Make room on it.",
  );
  const shortOfRoom = Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_SHMSIZE" });
  expect(systemErrorInWords(shortOfRoom)).toMatch(
    /^The disk is full or failing \(disk I\/O error\)/,
  );
  expect(systemErrorInWords(new TypeError("x is not a function"))).toBeNull();
});
