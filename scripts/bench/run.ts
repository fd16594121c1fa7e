// All that should be fast, in one table with its goals: `npm run bench`. With `-- --only server,inp` some of
// it, with `-- --peers` also beside what others build on, with `-- --quick` in short rounds, with
// `-- --json FILE` also as JSON. Rounds are interleaved and medians compared, because absolute numbers do not
// travel from machine to machine but ratios do. It ends with 1 when something could not be measured; a goal
// that was missed is told in the table only, because a busy machine misses some.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../server/platform/installation/paths.ts";
import { buildingsIn } from "./building.ts";
import { parseOptions } from "./options.ts";
import { measureAll, type Part } from "./parts.ts";
import { jsonOf, markdownOf } from "./report.ts";
import { pinned, stepAside } from "./serve.ts";

/** What is measured is what stands in the sources. */
function build(chosen: readonly Part[]): void {
  const npm = (script: string) =>
    execFileSync("npm", ["run", "--silent", script], { cwd: root, stdio: "inherit" });
  npm("build:server");
  if (chosen.some(({ client }) => client)) npm("build:client");
}

async function main(options: ReturnType<typeof parseOptions>): Promise<void> {
  const { chosen, json, profile, withoutPeers } = options;
  build(chosen);
  stepAside();
  const folder = mkdtempSync(join(tmpdir(), "stoep-bench-"));
  try {
    const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}`;
    const at = new Date().toISOString();
    const measured = await measureAll(chosen, {
      profile,
      folder,
      newBuilding: buildingsIn(folder),
    });
    const cores = pinned
      ? "servers on one core, load and browser on another"
      : "not pinned to cores";
    console.log(`\n${machine}; ${cores}\n\n${markdownOf(measured)}`);
    if (withoutPeers) console.log("\nThe peers were not asked: npm run bench -- --peers");
    process.exitCode = measured.missing.length > 0 ? 1 : 0;
    if (json === undefined) return;
    writeFileSync(
      json,
      `${JSON.stringify(jsonOf(measured, { at, machine, pinned, profile }), null, 2)}\n`,
    );
    console.log(`\nAlso in ${json}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await main(parseOptions(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
