import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { demoPassword } from "../server/cli/demo/fill.ts";
import { built, inDatabase } from "../server/cli/testing.ts";
import { environment } from "../server/config.ts";
import { caller, signedIn } from "../server/faults/testing.ts";
import { root } from "../server/paths.ts";
import { newFolder } from "../server/platform/backup/testing.ts";
import { send } from "../server/platform/https/testing.ts";
import { startCaddy } from "./caddy/testing.ts";
import { tool } from "./tool.ts";

// What scripts/growing tells people to put on their machines, held to the program.

vi.setConfig({ testTimeout: 120_000 });
const folder = join(root, "scripts/growing");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const { stoep, serve } = await built();

/** `NAME=value` of a file of settings, comments left out. */
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
  const [litestream, takeOver] = [read("spare/litestream.yml"), read("spare/take-over")];
  expect(litestream).toContain("path: /var/lib/stoep/stoep.db");
  expect(litestream).toContain("path: /srv/replica/stoep.db");
  expect(read("spare/stoep-files.service")).toContain(":/srv/replica/");
  expect(takeOver).toContain("REPLICA:-/srv/replica");
  const aside = /^ExecCondition=.+$/m.exec(read("spare/stand-aside.conf"))?.[0];
  for (const name of ["stoep-replica", "stoep-files"])
    expect(read(`spare/${name}.service`)).toContain(aside);
});

test("systemd has nothing to say against the units", () => {
  const analyze = tool("systemd-analyze", "systemd");
  const units = newFolder();
  const names = ["buildings", "spare"].flatMap((part) =>
    readdirSync(join(folder, part))
      .filter((name) => /\.(service|path|timer)$/.test(name))
      .map((name) => `${part}/${name}`),
  );
  expect(names).toHaveLength(5);
  // What they start is not on this machine.
  const here = (text: string) =>
    text.replace(/\/opt\/buildings\/current\/stoep|\/usr\/bin\/(litestream|rsync)/g, "/bin/true");
  const files = names.map((name) => join(units, basename(name).replace("@.", "@acacia.")));
  for (const [index, name] of names.entries()) writeFileSync(files[index] ?? "", here(read(name)));
  writeFileSync(join(units, "stoep.service"), "[Service]\nExecStart=/bin/true\n");
  const { status, stdout, stderr } = spawnSync(analyze, ["verify", ...files], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, SYSTEMD_UNIT_PATH: `${units}:` },
  });
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: "" });
});

test("two buildings behind one Caddy know nothing of each other", async () => {
  const names = ["acacia", "baobab"];
  const house = async (name: string) => {
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
  const [acacia, baobab] = (await Promise.all(names.map(house))) as [
    Awaited<ReturnType<typeof house>>,
    Awaited<ReturnType<typeof house>>,
  ];
  const { port, ca } = await startCaddy(read("buildings/Caddyfile"), {
    [acacia.name]: acacia.at,
    [baobab.name]: baobab.at,
  });
  const ask = (where: typeof acacia, path: string, cookie = "", body?: unknown) =>
    send(port, path, {
      ...{ ca, servername: where.name, method: body ? "POST" : "GET" },
      headers: {
        ...{ host: where.name, cookie, "sec-fetch-site": "same-origin" },
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const credentials = { username: acacia.admin, password: demoPassword };
  const entered = await ask(acacia, "/api/auth/sign-in", "", credentials);
  const [given = ""] = entered.headers["set-cookie"] ?? [];
  // Without a domain it is for this name alone.
  expect(given).toMatch(/^__Host-sid=/);
  expect(given).not.toMatch(/domain/i);
  const cookie = given.split(";")[0] ?? "";
  expect((await ask(acacia, "/api/auth/session", cookie)).status).toBe(200);
  expect((await ask(baobab, "/api/auth/session", cookie)).status).toBe(401);

  const message = "The lift of the acacia house rests today";
  const posted = await ask(acacia, "/api/property/admin/announcements", cookie, { message });
  expect(posted.status).toBe(201);
  const told = ({ data }: typeof acacia) =>
    inDatabase(data, (db) =>
      db.prepare("SELECT count(*) FROM announcements WHERE message = ?").pluck().get(message),
    );
  expect([told(acacia), told(baobab)]).toEqual([1, 0]);

  expect((await stoep(acacia.data, ["backup"], { env: acacia.env })).code).toBe(0);
  expect(readdirSync(acacia.copies).filter((name) => name.endsWith(".tar.gz"))).toHaveLength(1);
  expect(readdirSync(baobab.copies)).toEqual([]);
  expect(existsSync(join(baobab.data, "backups"))).toBe(false);
});

describe("a spare machine", () => {
  tool("sqlite3", "sqlite3");
  tool("rsync", "rsync");
  const script = join(folder, "spare/take-over");

  /** What Litestream leaves in a database and holds while it runs: two tables, and a read that goes on. */
  function follow(data: string) {
    const db = new Database(join(data, "stoep.db"));
    db.exec(
      `CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
       CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);
       INSERT OR REPLACE INTO _litestream_seq VALUES (1, 1);
       BEGIN; SELECT count(*) FROM _litestream_seq`,
    );
    db.prepare("SELECT count(*) FROM _litestream_seq").get();
    onTestFinished(() => void db.close());
    return {
      /** All that was committed by now, as a restore puts it together. */
      copyTo: async (file: string) => {
        const other = new Database(join(data, "stoep.db"), { readonly: true });
        await other.backup(file);
        other.close();
      },
      end: () => void db.exec("COMMIT"),
    };
  }

  /** The files, as the unit copies them, only that it goes to a folder of this machine. */
  function copyFiles(data: string, replica: string) {
    const line = read("spare/stoep-files.service").replaceAll("\\\n", "");
    const [, words = ""] = /^ExecStart=\/usr\/bin\/rsync (.+)$/m.exec(line) ?? [];
    const options = words
      .replace(/--rsh='[^']+'/, "")
      .split(/\s+/)
      .filter((word) => word.startsWith("--"));
    const from = ["uploads", "secrets"].map((name) => join(data, name));
    const { status, stderr } = spawnSync("rsync", [...options, ...from, `${replica}/`], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  }

  /** Commands that are not on this machine: a restore copies, and Stoep notes what it is told. */
  function commands() {
    const bin = newFolder();
    const write = (name: string, lines: string) => {
      writeFileSync(join(bin, name), `#!/bin/sh\nset -eu\n${lines}\n`);
      chmodSync(join(bin, name), 0o755);
    };
    write("litestream", '[ "$1 $2" = "restore -o" ]\ncp "$(echo "$4" | sed s,^file://,,)" "$3"');
    write("stoep", `echo "$*" >>${bin}/said`);
    const said = () =>
      existsSync(join(bin, "said")) ? readFileSync(join(bin, "said"), "utf8") : "";
    return { bin, said };
  }

  async function twoMachines() {
    const [data, replica, spare] = [newFolder(), newFolder(), join(newFolder(), "stoep")];
    mkdirSync(spare);
    writeFileSync(join(spare, "before"), "what was on the spare machine");
    const { out } = await stoep(data, ["demo"]);
    const [username = ""] = /\S+(?= \(a resident\))/.exec(out) ?? [];
    const main = await serve(data);
    const { bin, said } = commands();
    const takeOver = (...words: string[]) =>
      spawnSync(script, [...words, "127.0.0.1"], {
        encoding: "utf8",
        env: {
          ...{ PATH: `${bin}:${process.env.PATH}`, REPLICA: replica, STOEP_DATA: spare },
          ...{ STOEP: "stoep", PORT: new URL(main.origin).port },
        },
      });
    return { data, replica, spare, main, username, takeOver, said };
  }

  test("takes over with everything that was answered, and people stay signed in", async () => {
    const { data, replica, spare, main, username, takeOver, said } = await twoMachines();
    const litestream = follow(data);
    const { ask, cookie } = await signedIn(main.origin, username);
    const issue = { maintenanceType: "Electricity", roomNumber: "Unit 1", date: "2026-11-20" };
    const logged = await ask("POST /api/trpc/resident.maintenance.log", {
      ...issue,
      description: "The last thing that was said",
    });
    expect(logged.status).toBe(200);
    expect((await stoep(data, ["backup"])).code).toBe(0);
    await litestream.copyTo(join(replica, "stoep.db"));
    copyFiles(data, replica);

    const early = takeOver();
    expect(early.status).toBe(1);
    expect(early.stderr).toContain("127.0.0.1 still answers, and two must not serve.");
    const rehearsed = takeOver("--rehearse");
    expect({ status: rehearsed.status, stderr: rehearsed.stderr }).toEqual({
      status: 0,
      stderr: "",
    });
    expect(readdirSync(spare)).toEqual(["before"]);
    expect(said()).toBe("");

    litestream.end();
    expect(await main.stop("SIGTERM")).toBe(0);
    const { status, stdout } = takeOver();
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(said()).toBe("stop\nstart\naddress --wait\n");
    const aside = readdirSync(join(spare, "..")).find((name) => name.includes(".before-")) ?? "";
    expect(readdirSync(join(spare, "..", aside))).toEqual(["before"]);

    const again = await serve(spare);
    const there = caller(again.origin, cookie);
    const mine = await there.ask("GET /api/trpc/resident.maintenance.mine?input=%7B%7D");
    expect(mine.body.result.data.rows[0]).toMatchObject({
      description: "The last thing that was said",
    });
    // The keys came along: with another one its number would not open.
    const profile = await there.ask("GET /api/trpc/resident.profile.get?input=%7B%7D");
    expect(profile.status).toBe(200);
    expect((await stoep(spare, ["verify"])).code).toBe(0);
  });

  test("a copy that is damaged, or is not all there, is refused, and nothing is touched", async () => {
    const { data, replica, spare, main, takeOver, said } = await twoMachines();
    await main.stop("SIGTERM");
    expect(takeOver().stderr).toContain("the other machine has not copied it here");
    copyFiles(data, replica);
    const bytes = readFileSync(join(data, "stoep.db"));
    bytes.fill(0xa5, 20_000, 60_000);
    writeFileSync(join(replica, "stoep.db"), bytes);
    expect(takeOver().status).not.toBe(0);
    expect(readdirSync(spare)).toEqual(["before"]);
    expect(said()).toBe("");
    expect(readdirSync(join(spare, ".."))).toEqual(["stoep"]);
  });
});
