import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../server/platform/installation/paths.ts";

test("the installed database module lives through the garbage it makes, in any Node", () => {
  const words = [`${root}/scripts/packing/trial.cjs`, root];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
