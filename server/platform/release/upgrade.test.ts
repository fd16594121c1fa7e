import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../backup/testing.ts";
import { backUpFirst } from "./upgrade.ts";

/** Backs up with a program that says this and ends with this code. Returns what is told. */
async function backedUp(says: string, code: number): Promise<string[]> {
  const program = join(newFolder(), "stoep");
  writeFileSync(program, `#!/bin/sh\necho '${says}' >&2\nexit ${code}\n`);
  chmodSync(program, 0o755);
  const told: string[] = [];
  await backUpFirst(program, process.env, (line) => told.push(line));
  return told;
}

test("an upgrade goes on after a backup that lacks lost files, and says so; not without a backup", async () => {
  expect(await backedUp("", 0)).toEqual([]);
  expect(await backedUp("a.pdf has no file.", 3)).toEqual(["a.pdf has no file."]);
  await expect(backedUp("The disk is full.", 1)).rejects.toThrow("The disk is full.");
});
