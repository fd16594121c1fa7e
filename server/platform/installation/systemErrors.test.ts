import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { openDatabase } from "../../database/open.ts";
import { troubleInWords } from "./systemErrors.ts";

const folder = () => mkdtempSync(join(tmpdir(), "stoep-trouble-"));

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("a setting, a file in the way and a folder for a database are said in words", () => {
  const file = join(folder(), "a file");
  writeFileSync(file, "");
  expect(troubleInWords(thrownBy(() => mkdirSync(file)))).toMatch(
    /is a file, but a folder must be there/,
  );
  expect(troubleInWords(thrownBy(() => mkdirSync(join(file, "data"))))).toMatch(/not a folder/);
  const database = join(folder(), "stoep.db");
  mkdirSync(database);
  expect(troubleInWords(thrownBy(() => openDatabase(database)))).toMatch(/stoep\.db/);
  const bad = thrownBy(() => readConfig({ PORT: "many" }));
  expect(troubleInWords(bad)).toMatch(/PORT must be a number/);
});

test("a taken port and a foreign address are said in words", async () => {
  const first = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => first.once("listening", resolve));
  const { port } = first.address() as { port: number };
  const trouble = (host: string) =>
    new Promise((resolve) => {
      const second = createServer().on("error", (error) => resolve(troubleInWords(error)));
      second.listen(port, host);
    });
  expect(await trouble("127.0.0.1")).toBe(
    `Port ${port} is taken by another program. Stop it, or set PORT to another one.`,
  );
  expect(await trouble("203.0.113.7")).toMatch(/not an address of this machine\. Set HOST/);
  first.close();
});

test("rights and a full disk are said in words, a fault of ours is not", () => {
  const failure = (code: string) => Object.assign(new Error(code), { code, path: "/data" });
  expect(troubleInWords(failure("EACCES"))).toMatch(/^Stoep may not use \/data\./);
  expect(troubleInWords(failure("EROFS"))).toMatch(/cannot be written to/);
  expect(troubleInWords(failure("ENOSPC"))).toMatch(/The disk is full/);
  // Of a write that failed nobody says where it was.
  const nowhere = Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "write" });
  expect(troubleInWords(nowhere)).toBe(
    "A disk of this machine is full: df -h names it. Make room on it.",
  );
  expect(troubleInWords(new TypeError("x is not a function"))).toBeNull();
});
