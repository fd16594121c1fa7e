import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../server/platform/installation/paths.ts";

const mutants = (...words: string[]) =>
  spawnSync("npx", ["tsx", "scripts/mutants/run.ts", ...words], { cwd: root, encoding: "utf8" });

test("--help says what it compares with", () => {
  const { status, stdout } = mutants("--help");
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /since the last tag, and where there is\s+none, since this branch left main/,
  );
});

test.each([
  [["server/none.ts"], "There is no server/none.ts. Name files from the top of the sources."],
  [["--since", "no-such-commit"], "There is no commit no-such-commit."],
  [["--since", "HEAD", "--speed"], "Unknown option '--speed'"],
])("%j is refused in words", (words, says) => {
  const { status, stderr } = mutants(...words);
  expect(status).toBe(1);
  expect(stderr).toContain(says);
});
