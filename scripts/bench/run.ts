// Measures everything that should be fast, and prints one table with the goals: `npm run bench`.
// `-- --only server,inp` measures some parts, `-- --peers` also compares with other products, `--
// --quick` uses short rounds, `-- --json FILE` also writes JSON. Rounds are interleaved and medians
// compared, because ratios are comparable between machines and absolute numbers are not. It ends
// with 1 when something could not be measured; a missed goal only shows in the table, because a
// busy machine misses some.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../server/platform/installation/paths.ts";
import { buildingsIn } from "./building.ts";
import { parseOptions } from "./options.ts";
import type { Part } from "./part.ts";
import { measureAll } from "./parts.ts";
import { jsonOf, markdownOf } from "./report.ts";
import { pinned, stepAside } from "./serve.ts";

/** Builds first, so that the current sources are measured. */
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
