import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { root } from "../../server/paths.ts";

/** Before the tests of machines: the release they install is made as it is shipped. */
export default function makeRelease(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "stoep-release-"));
  const made = execFileSync(join(root, "scripts/package"), ["--to", folder], { encoding: "utf8" });
  project.provide("release", made.trim().split("\n").at(-1) ?? "");
  return () => rmSync(folder, { recursive: true, force: true });
}
