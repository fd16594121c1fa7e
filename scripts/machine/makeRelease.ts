import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { root } from "../../server/platform/installation/paths.ts";

/** Runs before the machine tests: makes the release they install, as it is shipped. */
export default function makeRelease(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "stoep-release-"));
  const keys = mkdtempSync(join(tmpdir(), "stoep-keys-"));
  const pack = (...words: string[]) =>
    execFileSync(join(root, "scripts/package"), words, { encoding: "utf8" });
  const key = join(keys, "release.key");
  pack("--new-key", key);
  const made = pack("--to", folder, "--key", key);
  project.provide("release", made.trim().split("\n").at(-1) ?? "");
  project.provide("releaseKey", key);
  return () => {
    for (const each of [folder, keys]) rmSync(each, { recursive: true, force: true });
  };
}
