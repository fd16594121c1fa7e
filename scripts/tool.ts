import { execFileSync, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

const lock = join(tmpdir(), "stoep-apt-get.lock");
const has = (command: string) => spawnSync("which", [command]).status === 0;

/**
 * The path of a program that tests or archives need; installs it from Debian's `pack` if it is
 * missing and installing is allowed.
 * @throws in words that say what to install
 */
export function tool(command: string, pack: string): string {
  if (has(command)) return command;
  if (has("apt-get") && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    // Tests run in parallel, but apt-get allows only one run at a time.
    const alone = (...words: string[]) =>
      execFileSync("flock", [lock, "apt-get", "-o", "DPkg::Lock::Timeout=300", "-qq", ...words], {
        env,
        stdio: "ignore",
      });
    alone("update");
    alone("install", "-y", "--no-install-recommends", pack);
    // Debian's Caddy also starts a service, which is not wanted here.
    spawnSync("systemctl", ["disable", "--now", pack]);
  }
  if (has(command)) return command;
  throw new Error(`The program ${command} is missing. Install it: sudo apt-get install ${pack}`);
}
