import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../server/platform/installation/paths.ts";

const stage = join(root, "scripts/testStage.mjs");

/** The output of a program that runs this as a stage, and whether the stage succeeded. */
function run(command: string, longestMs: number) {
  const program = `
    import { runStage } from ${JSON.stringify(stage)};
    const fine = await runStage("bash", ["-c", ${JSON.stringify(command)}], { WORD: "given" }, ${longestMs});
    console.log(fine ? "succeeded" : "failed");
  `;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  return stdout.trim().split("\n");
}

const runningWith = (word: string) =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(word) && line.startsWith("sleep"));

test("a stage has what it is given, and says whether it succeeded", () => {
  expect(run("echo $WORD", 60_000)).toEqual(["given", "succeeded"]);
  expect(run("exit 3", 60_000)).toEqual(["failed"]);
});

test("what hangs is stopped with all that it started, and failed", () => {
  expect(run("sleep 86401 & sleep 86401", 300)).toEqual([
    "Stopped: it was not over after 0.005 minutes.",
    "failed",
  ]);
  expect(runningWith("86401")).toEqual([]);
});

test("what a stage leaves behind is ended", () => {
  expect(run("sleep 86402 >/dev/null & exit 0", 60_000)).toEqual(["succeeded"]);
  expect(runningWith("86402")).toEqual([]);
});
