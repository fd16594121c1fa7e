import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../backup/testing.ts";
import { sweepPartialFiles } from "./files.ts";

test("the cleanup reports a recorded file, removes an unrecorded one, and leaves all others alone", async () => {
  const folder = newFolder();
  const write = (name: string) => writeFileSync(join(folder, name), name);
  for (const name of ["noted.pdf.part", "unknown.pdf.part", "arriving.part"]) write(name);
  for (const name of ["there.pdf", "no row.pdf"]) write(name);
  const noted = ["noted.pdf", "there.pdf"];
  await sweepPartialFiles(folder, (storedName) => noted.includes(storedName));
  expect(readdirSync(folder).sort()).toEqual(["no row.pdf", "noted.pdf", "there.pdf"]);
  expect(readFileSync(join(folder, "noted.pdf"), "utf8")).toBe("noted.pdf.part");
});
