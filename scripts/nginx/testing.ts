import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { freePort } from "../../server/fixtures/freePort.ts";
import { newFolder } from "../../server/platform/backup/testing.ts";
import { makeAuthority } from "../../server/platform/https/authority.ts";
import { filesFor, send } from "../../server/platform/https/testing.ts";
import { tool } from "../tool.ts";

const nginx = tool("nginx", "nginx");

/**
 * Runs nginx with an example configuration, in which only the port, the certificate and the server
 * behind change.
 * @param upstream the address of that server
 */
export async function startNginx(example: string, name: string, upstream: string) {
  const folder = newFolder();
  const port = await freePort();
  const limits = { names: [name], ranges: [] };
  const authority = await makeAuthority({ name: "Some authority", limits }, new Date());
  const { env } = await filesFor([name], { authority });
  const site = example
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace(/^ *listen \[::\].*\n/m, "")
    .replace("/etc/ssl/stoep.pem", env.HTTPS_CERT)
    .replace("/etc/ssl/stoep.key", env.HTTPS_KEY)
    .replace("http://127.0.0.1:3000", upstream);
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const main = `daemon off; pid ${folder}/pid; error_log ${folder}/log; user ${userInfo().username};`;
  const config = join(folder, "nginx.conf");
  writeFileSync(config, `${main} events {} http { access_log off; ${own.join(" ")}\n${site}}\n`);
  const child = spawn(nginx, ["-c", config, "-e", join(folder, "log")], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGTERM"));
  const ca = authority.cert;
  await vi.waitFor(
    () => send(port, "/api/health", { ca, servername: name, headers: { host: name } }),
    { timeout: 30_000, interval: 200 },
  );
  return { port, ca };
}
