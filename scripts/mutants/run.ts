// Which faults the tests would miss: `npm run mutants`. Stryker puts small faults into a copy of
// the sources, one at a time, and runs the tests that cover them.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../server/platform/installation/paths.ts";

const help = `Puts small faults into the sources, one at a time, and says which of them no test notices.

Usage: npm run mutants -- [FILE...] [--since COMMIT] [--tests FILE]...

  FILE            Only these sources, instead of those that changed.
  --since COMMIT  What changed since this commit; left out, since the last tag, and where there is
                  none, since this branch left main.
  --tests FILE    Only these tests, once for each; left out, all that import the sources. What many
                  tests go through takes hours without it.
  --help          Says all this.

The sources themselves stay as they are. A table at the end has the share of faults that a test noticed.`;

const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** The last tag, otherwise where this branch left main. @throws when there is neither */
function baseCommit(): string {
  const [tag] = git("tag", "--merged", "HEAD", "--sort=-creatordate").split("\n");
  try {
    return tag || git("merge-base", "main", "HEAD").trim();
  } catch {
    throw new Error("There is no tag and no branch main. Name a commit: --since COMMIT.");
  }
}

const isSource = (file: string) =>
  /^(server|client)\/.*\.tsx?$/.test(file) &&
  !/\.test\.tsx?$|(^|\/)testing\.tsx?$|\.gen\.ts$|^server\/(contract|faults)\/|^client\/e2e\//.test(
    file,
  );

function diffSince(commit: string): string {
  try {
    return git("diff", "--name-only", "--diff-filter=d", commit, "--");
  } catch {
    throw new Error(`There is no commit ${commit}. Look with: git log --oneline`);
  }
}

/** Our sources that changed since a commit, including uncommitted changes. */
function changedSince(commit: string): string[] {
  const changed = diffSince(commit).split("\n");
  const added = git("ls-files", "--others", "--exclude-standard").split("\n");
  return [...changed, ...added].filter(isSource);
}

/** @throws when no file is left to mutate, or a file does not exist */
function chosenFiles(given: string[], since: string | undefined): string[] {
  const missing = given.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0)
    throw new Error(`There is no ${missing.join(", ")}. Name files from the top of the sources.`);
  if (given.length > 0) return given;
  const commit = since ?? baseCommit();
  const files = changedSince(commit);
  if (files.length > 0) return files;
  throw new Error(`No source changed since ${commit}. Name files, or --since an earlier commit.`);
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: {
      since: { type: "string" },
      tests: { type: "string", multiple: true },
      help: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const mutate = chosenFiles(positionals, values.since);
  console.log(`Faults are put into:\n  ${mutate.join("\n  ")}`);
  const tests = values.tests ? ["--testFiles", values.tests.join(",")] : [];
  const config = "scripts/mutants/stryker.config.mjs";
  const words = ["stryker", "run", config, "--mutate", mutate.join(","), ...tests];
  execFileSync("npx", words, { cwd: root, stdio: "inherit" });
}

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
