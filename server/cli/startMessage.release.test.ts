import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { newFolder } from "../platform/backup/testing.ts";
import { built } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });
const { stoep, serve, programs } = await built();

const escapeCode = "\u001b";
const link = /\/set-up#[\w-]{43}/;

/** Starts the server at a terminal, and returns its output up to where it says how to get in. */
async function atTerminal(data: string, env: Record<string, string> = {}): Promise<string> {
  const server = spawn(
    "script",
    ["--quiet", "--command", `'${process.execPath}' '${join(programs, "main.js")}'`, "/dev/null"],
    {
      env: {
        PATH: process.env.PATH,
        STOEP_DATA: data,
        HOST: "127.0.0.1",
        PORT: "0",
        LOG_LEVEL: "silent",
        TERM: "xterm",
        ...env,
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  onTestFinished(async () => {
    server.kill("SIGTERM");
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
  });
  let shown = "";
  server.stdout.on("data", (chunk) => {
    shown += chunk;
  });
  await vi.waitUntil(() => link.test(shown), { timeout: 20_000 });
  // The QR code follows immediately.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return shown;
}

test("without a terminal the link is in no log but in a file that only its owner can read", async () => {
  const data = newFolder();
  const { printed } = await serve(data);
  await vi.waitUntil(() => printed().includes("address --set-up"));
  const file = join(data, "set-up-link.txt");
  expect(printed()).toContain(`${file}, which only its owner can read.`);
  expect(printed()).not.toMatch(link);
  expect(printed()).not.toMatch(/[█▄▀]/);
  expect(printed()).not.toContain(escapeCode);
  expect(readFileSync(file, "utf8")).toMatch(link);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // A new link replaces that one.
  const { out } = await stoep(data, ["address", "--set-up"]);
  expect(out).toMatch(link);
  expect(out).not.toContain(escapeCode);
  expect(existsSync(file)).toBe(false);
});

test("at a terminal the link is shown, with a picture of it", async () => {
  const data = newFolder();
  const shown = await atTerminal(data);
  expect(shown).toContain("█");
  expect(existsSync(join(data, "set-up-link.txt"))).toBe(false);
});

test.each<Record<string, string>>([{ NO_COLOR: "1" }, { TERM: "dumb" }])(
  "with %j there is no picture of it",
  async (env) => {
    const shown = await atTerminal(newFolder(), env);
    expect(shown).not.toMatch(/[█▄▀]/);
    expect(shown).not.toContain(escapeCode);
  },
);

test("listening for this machine alone, over IPv6 and HTTPS, it names the address that answers", async () => {
  const { origin, printed } = await serve(newFolder(), { env: { HOST: "::1", HTTPS: "local" } });
  expect(origin).toMatch(/^https:\/\/\[::1\]:\d+$/);
  await vi.waitUntil(() => printed().includes("address --set-up"));
  expect(printed()).toContain(`On this machine alone (HOST=::1): ${origin}\n`);
  expect(printed()).not.toContain(".local:");
  // Nobody trusts an authority that was created just now.
  const call = request(`${origin}/login`, { rejectUnauthorized: false, agent: false }).end();
  const [answer] = await once(call, "response");
  expect(answer.statusCode).toBe(200);
  answer.destroy();
});

test("a second server on the same data gets an error, and the first goes on", async () => {
  const data = newFolder();
  const { origin } = await serve(data);
  await expect(serve(data)).rejects.toThrow("Another Stoep is running on");
  expect((await fetch(`${origin}/api/health`)).status).toBe(200);
});
