import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { root } from "../server/platform/installation/paths.ts";

const control = join(root, "scripts/machine/control");

test("the log of a plain process starts over before it fills the disk, and one old one remains", async () => {
  const prefix = mkdtempSync(join(tmpdir(), "stoep-control-"));
  mkdirSync(join(prefix, "bin"));
  const program = join(prefix, "bin/stoep");
  // Writes endlessly, like a server under constant load.
  writeFileSync(
    program,
    `#!/bin/sh
[ $# -eq 0 ] || exit 0
while :; do echo "a line of the log, as long as they usually are"; sleep 0.005; done
`,
  );
  chmodSync(program, 0o755);
  const env = { ...process.env, STOEP_LOG_BYTES: "2000", STOEP_LOG_SECONDS: "0.2" };
  const tell = (what: string) => execFileSync(control, [prefix, what], { env, stdio: "ignore" });
  onTestFinished(() => {
    tell("stop");
    rmSync(prefix, { recursive: true, force: true });
  });
  tell("start");
  const [log, old] = [join(prefix, "stoep.log"), join(prefix, "stoep.log.1")];
  const sizeOfOld = () => (existsSync(old) ? statSync(old).size : 0);
  await vi.waitFor(() => expect(sizeOfOld()).toBeGreaterThan(2_000), { timeout: 15_000 });
  const oldSize = sizeOfOld();
  // Emptied, and then written from the start again.
  await vi.waitFor(() => expect(statSync(log).size).toBeLessThan(oldSize + 2_000), {
    timeout: 15_000,
  });
  await vi.waitFor(() => expect(statSync(log).size).toBeGreaterThan(0), { timeout: 15_000 });
  expect(statSync(log).blocks * 512).toBeLessThan(100_000);
});

const isRoot = process.getuid?.() === 0;

test.each(["start", "stop", "restart"])("who may not %s it is asked to use sudo", (what) => {
  const prefix = mkdtempSync(join(tmpdir(), "stoep-control-"));
  onTestFinished(() => rmSync(prefix, { recursive: true, force: true }));
  // A copy beside the program, because other users may not read the sources.
  const mine = join(prefix, "control");
  copyFileSync(control, mine);
  chmodSync(prefix, 0o555);
  const { status, stdout, stderr } = spawnSync(mine, [prefix, what], {
    encoding: "utf8",
    cwd: "/",
    ...(isRoot && { uid: 65_534 }),
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: `You may not ${what} the Stoep in ${prefix}. Use sudo: sudo ${prefix}/bin/stoep ${what}\n`,
  });
});
