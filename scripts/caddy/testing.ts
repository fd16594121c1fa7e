import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { freePort } from "../../server/fixtures/freePort.ts";
import { newFolder } from "../../server/platform/backup/testing.ts";
import { send } from "../../server/platform/https/testing.ts";
import { tool } from "../tool.ts";

const caddy = tool("caddy", "caddy");

/**
 * Runs Caddy with an example Caddyfile, in which only the ports and the servers behind change.
 * Returns its port, and its authority once it has one.
 * @param behind the address of the server behind each name
 */
export async function startCaddy(example: string, behind: Record<string, string>) {
  const folder = newFolder();
  const port = await freePort();
  let sites = "";
  for (const site of example.split(/^(?=[\w.]+ \{$)/m)) {
    const name = /^([\w.]+) \{$/m.exec(site)?.[1];
    const upstream = name && behind[name];
    if (!upstream) continue;
    const { host } = new URL(upstream);
    sites += site.replace(`${name} {`, `${name}:${port} {`).replace(/127\.0\.0\.1:\d+/, host);
  }
  const quiet = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n";
  writeFileSync(join(folder, "Caddyfile"), quiet + sites);
  const child = spawn(caddy, ["run", "--config", join(folder, "Caddyfile")], {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const authority = join(folder, "caddy/pki/authorities/local/root.crt");
  await vi.waitFor(
    async () => {
      expect(existsSync(authority)).toBe(true);
      const ca = readFileSync(authority, "utf8");
      for (const name of Object.keys(behind))
        await send(port, "/api/health", { ca, servername: name, headers: { host: name } });
    },
    { timeout: 30_000, interval: 200 },
  );
  return { port, ca: readFileSync(authority, "utf8") };
}
