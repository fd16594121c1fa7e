// The checks to run again and again while working: types, lint, unused code, the layout, and the tests
// beside what changed. `npm test` and `scripts/test` run the rest.
import { execFileSync, spawnSync } from "node:child_process";
import { dirname } from "node:path";

const git = (...words) => execFileSync("git", words, { encoding: "utf8" }).trim().split("\n");

/** The files that changed since the branch left main, committed or not. */
function changedFiles() {
  const [base] = git("merge-base", "HEAD", "main");
  return [
    ...git("diff", "--name-only", "--diff-filter=d", base),
    ...git("ls-files", "--others", "--exclude-standard"),
  ].filter(Boolean);
}

/** Folders whose tests are quick: a feature, a part of the platform or of the client. */
const parts =
  /^(server\/(features|platform)\/\w+|server\/(api|http|database)|client\/(ui|features\/\w+))\//;

const folders = new Set(
  changedFiles().flatMap((file) => {
    const [, part] = parts.exec(file) ?? [];
    return part ? [part] : /\.test\.tsx?$/.test(file) ? [dirname(file)] : [];
  }),
);

const steps = [
  ["npm", "run", "--silent", "check"],
  [
    "npx",
    "vitest",
    "run",
    "--project",
    "unit",
    "--project",
    "unit-isolated",
    "scripts/structure.test.ts",
    "scripts/lint.test.ts",
    ...folders,
  ],
];
for (const [command, ...words] of steps) {
  const { status } = spawnSync(command, words, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
