import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../backup/testing.ts";
import { ReleaseError } from "./releaseError.ts";
import { serviceOf } from "./service.ts";
import { backUpFirst } from "./upgrade.ts";

/** A program that says this and ends with this code. */
function writeProgram(program: string, says: string, code: number): void {
  writeFileSync(program, `#!/bin/sh\necho '${says}' >&2\nexit ${code}\n`);
  chmodSync(program, 0o755);
}

/** Backs up with a program that says this and ends with this code. Returns what is told. */
async function backedUp(says: string, code: number): Promise<string[]> {
  const program = join(newFolder(), "stoep");
  writeProgram(program, says, code);
  const told: string[] = [];
  await backUpFirst(program, process.env, (line) => told.push(line));
  return told;
}

test("an upgrade goes on after a backup that lacks lost files, and says so; not without a backup", async () => {
  expect(await backedUp("", 0)).toEqual([]);
  expect(await backedUp("a.pdf has no file.", 3)).toEqual(["a.pdf has no file."]);
  await expect(backedUp("The disk is full.", 1)).rejects.toThrow("The disk is full.");
});

test("a start that fails is told in the words of the program that starts", async () => {
  const release = newFolder();
  mkdirSync(join(release, "scripts/machine"), { recursive: true });
  writeProgram(join(release, "scripts/machine/control"), "The disk is full.", 1);
  const start = serviceOf("/opt/stoep", release).start();
  await expect(start).rejects.toThrow(new ReleaseError("The disk is full."));
});
