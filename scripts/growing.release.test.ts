import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test, vi } from "vitest";
import { demoPassword } from "../server/cli/demo/fill.ts";
import { built } from "../server/cli/testing.ts";
import { environment } from "../server/config.ts";
import { newFolder } from "../server/platform/backup/testing.ts";
import { send } from "../server/platform/https/testing.ts";
import { root } from "../server/platform/installation/paths.ts";
import { startCaddy } from "./caddy/testing.ts";
import { tool } from "./tool.ts";

// Checks the files that docs/growing.md tells people to install against the program.

vi.setConfig({ testTimeout: 120_000 });
const folder = join(root, "scripts/growing");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const { stoep, serve } = await built();

/** `NAME=value` of a settings file, without comments. */
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const [, name = "", value = ""] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name ? [[name, value]] : [];
    }),
  );
const unit = read("buildings/stoep@.service");
const ofUnit = settingsIn(/^Environment=(.+)$/m.exec(unit)?.[1]?.replaceAll(" ", "\n") ?? "");
const ofBuilding = settingsIn(read("buildings/acacia.env"));

test("the settings of a building are settings of Stoep, and it can use them", () => {
  const all = { ...ofUnit, ...ofBuilding, STOEP_DATA: "/var/lib/buildings/acacia" };
  expect(Object.keys(ofUnit)).toEqual(["HOST", "TRUST_PROXY"]);
  for (const name of Object.keys(all)) expect(Object.keys(environment.shape)).toContain(name);
  expect(environment.safeParse(all).error).toBeUndefined();
});

test("names, ports and paths are the same in all files", () => {
  const caddy = read("buildings/Caddyfile");
  expect(caddy).toContain(`${new URL(ofBuilding.STOEP_ORIGIN ?? "").hostname} {`);
  expect(caddy).toContain(`reverse_proxy 127.0.0.1:${ofBuilding.PORT}`);
  expect(unit).toContain("ReadWritePaths=-/media/%i -/mnt/%i");
  expect(ofBuilding.BACKUP_COPY_TO).toBe("/mnt/acacia");
  const [replicate, takeOver] = [read("spare/replicate"), read("spare/take-over")];
  for (const script of [replicate, takeOver]) {
    expect(script).toContain("REPLICA:-/srv/replica");
    expect(script).toContain("STOEP_DATA:-/var/lib/stoep");
  }
  const versions = [replicate, takeOver].map((script) => /^needed=(.+)$/m.exec(script)?.[1]);
  expect(versions).toEqual(["v0.3.13", "v0.3.13"]);
  const aside = /^ExecCondition=.+$/m.exec(read("spare/stand-aside.conf"))?.[0];
  expect(read("spare/stoep-replica.service")).toContain(aside);
});

test("systemd has nothing to say against the units", () => {
  const analyze = tool("systemd-analyze", "systemd");
  const units = newFolder();
  const names = ["buildings", "spare"].flatMap((part) =>
    readdirSync(join(folder, part))
      .filter((name) => /\.(service|path|timer)$/.test(name))
      .map((name) => `${part}/${name}`),
  );
  expect(names).toHaveLength(2);
  // The programs they start do not exist on this machine.
  const here = (text: string) =>
    text.replace(
      /\/opt\/buildings\/current\/stoep|\/usr\/local\/bin\/stoep-replicate/g,
      "/bin/true",
    );
  const files = names.map((name) => join(units, basename(name).replace("@.", "@acacia.")));
  for (const [index, name] of names.entries()) writeFileSync(files[index] ?? "", here(read(name)));
  writeFileSync(join(units, "stoep.service"), "[Service]\nExecStart=/bin/true\n");
  const { status, stdout, stderr } = spawnSync(analyze, ["verify", ...files], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, SYSTEMD_UNIT_PATH: `${units}:` },
  });
  expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: "" });
});

test("two buildings behind one Caddy know nothing of each other", async () => {
  const names = ["acacia", "baobab"];
  const startBuilding = async (name: string) => {
    const [data, copies] = [newFolder(), newFolder()];
    const origin = `https://${name}.example.co.za`;
    const env = {
      ...ofUnit,
      ...ofBuilding,
      STOEP_ORIGIN: origin,
      BACKUP_COPY_TO: copies,
      PORT: "0",
    };
    const { out } = await stoep(data, ["demo"], { env });
    const admin = /(\S+) \(an admin\)/.exec(out)?.[1];
    const served = await serve(data, { env });
    return { data, copies, env, admin, name: `${name}.example.co.za`, at: served.origin };
  };
  const [acacia, baobab] = (await Promise.all(names.map(startBuilding))) as [
    Awaited<ReturnType<typeof startBuilding>>,
    Awaited<ReturnType<typeof startBuilding>>,
  ];
  const { port, ca } = await startCaddy(read("buildings/Caddyfile"), {
    [acacia.name]: acacia.at,
    [baobab.name]: baobab.at,
  });
  const ask = (where: typeof acacia, path: string, sent: Parameters<typeof send>[2] = {}) => {
    const headers = { host: where.name, "sec-fetch-site": "same-origin", ...sent.headers };
    return send(port, path, { ca, servername: where.name, ...sent, headers });
  };

  const entered = await ask(acacia, "/api/auth/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: acacia.admin, password: demoPassword }),
  });
  const [given = ""] = entered.headers["set-cookie"] ?? [];
  // Without a Domain attribute, the cookie is only for this name.
  expect(given).toMatch(/^__Host-sid=/);
  expect(given).not.toMatch(/domain/i);
  const headers = { cookie: given.split(";")[0] ?? "" };
  expect((await ask(acacia, "/api/auth/session", { headers })).status).toBe(200);
  expect((await ask(baobab, "/api/auth/session", { headers })).status).toBe(401);

  expect((await stoep(acacia.data, ["backup"], { env: acacia.env })).code).toBe(0);
  expect(readdirSync(acacia.copies).filter((name) => name.endsWith(".tar.gz"))).toHaveLength(1);
  expect(readdirSync(baobab.copies)).toEqual([]);
  expect(existsSync(join(baobab.data, "backups"))).toBe(false);
});
