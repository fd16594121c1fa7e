import { execFileSync, spawnSync } from "node:child_process";

const has = (command: string) => spawnSync("which", [command]).status === 0;

/**
 * The name of a program that a test runs, installed from Debian's `pack` where it is missing and may be.
 * @throws in words that say what to install
 */
export function tool(command: string, pack: string): string {
  if (has(command)) return command;
  if (has("apt-get") && process.getuid?.() === 0) {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const words = ["install", "-y", "-qq", "--no-install-recommends", pack];
    execFileSync("apt-get", words, { env, stdio: "ignore" });
    // Caddy comes as a service too, which nobody asked for here.
    spawnSync("systemctl", ["disable", "--now", pack]);
  }
  if (has(command)) return command;
  throw new Error(`This test runs ${command}. Install it: sudo apt-get install ${pack}`);
}
