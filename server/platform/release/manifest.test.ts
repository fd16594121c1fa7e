import { expect, test } from "vitest";
import { releaseManifest } from "./manifest.ts";

const release = { format: 1, version: "1", platform: "linux", arch: "x64", node: "24", files: {} };
const takes = (name: string) => releaseManifest.safeParse({ ...release, name }).success;

test("a release's name is one folder, and leads nowhere else", () => {
  for (const name of ["0.1.0-1f3a9c04", "1.0.0", "1"]) expect(takes(name), name).toBe(true);
  for (const name of ["..", ".", "a..b", "1.0.0..", "../x", ".hidden", "a/b", "a\nb", "1\n", ""])
    expect(takes(name), JSON.stringify(name)).toBe(false);
});

test("no file of a release leads out of its folder", () => {
  const takesFile = (path: string) =>
    releaseManifest.safeParse({ ...release, name: "1", files: { [path]: "0".repeat(64) } }).success;
  const fine = ["stoep", "dist/server/main.js", "node_modules/@node-rs/argon2/index.js", "a/..b"];
  for (const path of fine) expect(takesFile(path), path).toBe(true);
  const leading = [
    "",
    "/etc/passwd",
    "..",
    "../x",
    "a/../x",
    "a/./b",
    "a//b",
    "a/",
    "a\nb",
    "a\\b",
  ];
  for (const path of leading) expect(takesFile(path), JSON.stringify(path)).toBe(false);
});
