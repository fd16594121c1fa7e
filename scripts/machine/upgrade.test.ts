import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { version } from "../../server/platform/installation/paths.ts";
import { idOf } from "../../server/platform/release/minisign.ts";
import { newKey } from "../packing/sign.ts";
import { docsOn, type Machine, newMachine, releaseKey } from "./testing.ts";
import { offer, offerThis } from "./variants.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.error("Only root can make machines for these tests: they are left out.");

const migration = "CREATE TABLE `next` (`id` text);";
const failsHalfWay = `${migration}\n--> statement-breakpoint\nDELETE FROM accounts;\n--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);`;
/** The version in the machine's health response, once it answers. */
const versionOf = async ({ run }: Machine) =>
  (await run("stoep address --wait >/dev/null; curl --silent http://127.0.0.1:3000/api/health"))
    .out;
const isVersion = (which: string) => `{"status":"ok","version":"${which}"}`;

/**
 * Every row of every table, except those that change with each start or list the migrations. Read
 * inside the machine with the program's own modules, because SQLite cannot follow a path from here
 * into it.
 */
async function building({ run }: Machine): Promise<Record<string, unknown[]>> {
  const script = `
    const sqlite = require("/opt/stoep/current/node_modules/better-sqlite3")("/var/lib/stoep/stoep.db");
    const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
      .filter((name) => name !== "links" && name !== "__drizzle_migrations");
    console.log(JSON.stringify(Object.fromEntries(tables.map((name) =>
      [name, sqlite.prepare('SELECT * FROM "' + name + '" ORDER BY 1').all()]))));`;
  const node = "setpriv --reuid=stoep --regid=stoep --clear-groups /opt/stoep/current/bin/node";
  const { out, err } = await run(`${node} <<'END'\n${script}\nEND`);
  if (err) throw new Error(err);
  return JSON.parse(out);
}

/** Files that an upgrade needs only while it runs. */
const leftovers = ({ at }: Machine) =>
  [
    ...readdirSync(at("/opt/stoep")).filter((name) =>
      /^(upgrade\.json|fallback)|\.part/.test(name),
    ),
    ...readdirSync(at("/opt/stoep/versions")).filter((name) => name.startsWith(".")),
    ...readdirSync(at("/var/lib/stoep")).filter((name) => /before-upgrade/.test(name)),
  ].sort();

/** A machine with Stoep and a resident on it. */
async function livedIn(services: boolean): Promise<Machine> {
  const machine = await newMachine({ services, without: ["/usr/bin/node", "/usr/bin/npm"] });
  const archive = offerThis(machine);
  const install = `tar -xzf ${archive} && stoep-*/scripts/install`;
  const { code, err } = await machine.run(
    services
      ? install
      : `${install} --no-service && ln -s /opt/stoep/bin/stoep /usr/local/bin/stoep`,
  );
  if (code !== 0) throw new Error(err);
  const admin = "--username anna --email anna@example.co.za --name Anna --surname Smit";
  await machine.run(`echo a good long password | stoep create-admin ${admin} --password-stdin`);
  return machine;
}

describe
  .skipIf(!isRoot)
  .each([["with systemd", true] as const, ["without systemd", false] as const])(
  "%s",
  async (_, services) => {
    const machine = await livedIn(services);
    const { run } = machine;

    /** After a failed upgrade, everything is as if nobody had tried. */
    async function isAsBefore(before: Awaited<ReturnType<typeof building>>) {
      expect(await versionOf(machine)).toBe(isVersion(version));
      expect(await building(machine)).toEqual(before);
      expect(await building(machine)).not.toHaveProperty("next");
      expect(leftovers(machine)).toEqual([]);
      expect(readdirSync(machine.at("/opt/stoep/versions"))).toHaveLength(1);
      expect((await run("find /var/lib/stoep ! -user stoep")).out).toBe("");
    }

    test("the release that is installed already changes nothing", async () => {
      const { code, out } = await run(`stoep upgrade ${offerThis(machine)}`);
      expect(code).toBe(0);
      expect(out).toContain("installed already, so nothing was changed");
    });

    test.each([
      ["no file", async () => "nowhere.tar.gz", "There is no file /srv/nowhere.tar.gz."],
      [
        "another kind of machine's",
        () => offer(machine, { arch: "s390x" }),
        "is for linux on s390x, and this machine is linux on",
      ],
      [
        "an older one",
        () => offer(machine, { version: "0.0.1" }),
        "is older: it could not use the data",
      ],
    ])("%s: refused in words while Stoep goes on", async (_, make, words) => {
      const before = await building(machine);
      const { code, err } = await run(`stoep upgrade --unsigned ${await make()}`);
      expect(code).toBe(1);
      expect(err).toContain(words);
      await isAsBefore(before);
    });

    const install = `stoep-${version}-*/scripts/install ${services ? "" : "--no-service"}`;

    test.each([
      ["PORT=3000 # the usual one", "PORT has a # after a space"],
      ["BACKUP_PASSPRASE=winter", "Did you mean BACKUP_PASSPHRASE?"],
      ["LOG_LEVEL=loud", "LOG_LEVEL must be one of"],
    ])("a setting %j stops the upgrade, not the house", async (line, words) => {
      const archive = await offer(machine);
      await run("stoep start; stoep address --wait; cp -a /opt/stoep/stoep.env /tmp/kept.env");
      await run(`echo '${line}' >>/opt/stoep/stoep.env`);
      const since = "pgrep -f dist/server/main.js";
      const before = (await run(since)).out;
      for (const command of [`stoep upgrade ${archive}`, install]) {
        const { code, out, err } = await run(command);
        expect({ command, code }).toEqual({ command, code: 1 });
        expect(err).toContain(words);
        expect(out).not.toContain("Stopping");
      }
      // Everything 0.1.0 checks in a new release before it stops the old one.
      const folder = "/opt/stoep/versions/new";
      await run(`mkdir ${folder} && tar -xf ${archive} -C ${folder} --strip-components=1`);
      const result = await run(`${folder}/stoep --version`);
      expect({ code: result.code, out: result.out }).toEqual({ code: 1, out: "" });
      expect(result.err).toContain(words);
      await run(`rm -r ${folder}; cp -a /tmp/kept.env /opt/stoep/stoep.env`);
      // The same process, not a new one.
      expect((await run(since)).out).toBe(before);
      expect(before).not.toBe("");
      expect(leftovers(machine)).toEqual([]);
      expect(readdirSync(machine.at("/opt/stoep/versions"))).toHaveLength(1);
    });

    const strangers = newKey();
    test.each([
      ["unsigned", { key: null }, "is not signed: there is no stoep-9.0.0-"],
      [
        "without its signature beside it",
        { bare: true },
        "is not signed: there is no stoep-9.0.0-",
      ],
      ["signed with somebody else's key", { key: strangers }, "but the installed Stoep knows only"],
      [
        "signed with somebody else's key under our name",
        { key: { ...strangers, id: releaseKey().id } },
        "is not what was signed with the key",
      ],
    ])("a release that is %s is refused before it is unpacked", async (_, variant, words) => {
      const archive = await offer(machine, variant);
      const since = "stat -c %Y.%Z /opt/stoep/versions/*";
      const before = (await run(since)).out;
      const { code, err } = await run(`stoep upgrade ${archive}`);
      expect(code).toBe(1);
      expect(err).toContain(words);
      expect((await run(since)).out).toBe(before);
      if ("bare" in variant) return;
      // A release unpacked by hand is checked against its own release.json.
      await run(`mkdir by-hand && tar -xf ${archive} -C by-hand`);
      const folder = await run("stoep upgrade by-hand/*; rm -r by-hand");
      expect(folder.err).toMatch(/not signed|installed Stoep knows|not what was/);
      expect((await run(since)).out).toBe(before);
    });

    test("a migration that fails half-way: the old program and the old data are back", async () => {
      const before = await building(machine);
      const { code, out, err } = await run(
        `stoep upgrade ${await offer(machine, { migration: failsHalfWay })}`,
      );
      expect(code).toBe(1);
      // With all that was said: in a report, a long text would be cut.
      expect(err, `${out}\n${err}`).toContain("no such table: nowhere");
      expect(out).toContain("putting everything back");
      await isAsBefore(before);
    });

    test("a release that works on the data but does not serve: the same, its migration undone", async () => {
      const before = await building(machine);
      const broken = { migration, server: "process.exit(1);" };
      const { code, err } = await run(`stoep upgrade ${await offer(machine, broken)}`);
      expect(code).toBe(1);
      expect(err).toContain("does not answer");
      await isAsBefore(before);
    });

    test.each(["/opt/stoep", "/var/lib/stoep"])(
      "a disk that fills at %s: the same",
      async (place) => {
        const archive = await offer(machine, { migration });
        const before = await building(machine);
        // Leaves space for only a part of what is needed.
        const fill = `fallocate -l $(($(df -B1 --output=avail ${place} | tail -n 1) - 8000000)) ${place}/full`;
        await run(fill);
        const { code, err } = await run(`stoep upgrade ${archive}`);
        await run(`rm ${place}/full`);
        expect(code).toBe(1);
        expect(err).toMatch(/disk/i);
        await isAsBefore(before);
      },
    );

    test.each([
      ["to the last byte", ""],
      ["but for a little", "; truncate -s -100K /var/lib/stoep/full"],
    ])("a data disk that others fill once Stoep is stopped, %s: the same", async (_, leave) => {
      const archive = await offer(machine, { migration });
      const before = await building(machine);
      const data = "/var/lib/stoep";
      // Uses up everything except what an upgrade asks for, so that the rest is soon full.
      await run(
        `fallocate -l $(($(df -B1 --output=avail ${data} | tail -n 1) - 40000000)) ${data}/most`,
      );
      // All at once: what fills slowly could also take the room that putting back frees.
      const fill = `fallocate -l $(df -B1 --output=avail ${data} | tail -n 1) ${data}/full; dd if=/dev/zero of=${data}/full bs=4k oflag=append conv=notrunc 2>/dev/null${leave}`;
      const { out, err } = await run(
        `stoep upgrade ${archive} | while read -r line; do echo "$line"; case "$line" in *"Making a backup"*) ${fill} ;; esac; done`,
      );
      const whileFull = await versionOf(machine);
      await run(`rm ${data}/most ${data}/full`);
      expect(out).toContain("putting everything back");
      expect(err, err).toMatch(/disk is full/i);
      // It serves while the disk is still full, and reports it.
      expect(whileFull).toContain(`{"status":"degraded","version":"${version}"`);
      await isAsBefore(before);
    });

    const steps = ["Checking", "Stopping", "Making a backup", "Bringing", "Putting", "Starting"];
    test.each(steps)("killed while %s: everything is put back by itself", async (step) => {
      const archive = await offer(machine, { migration });
      const before = await building(machine);
      await run(
        `stoep upgrade ${archive} | while read -r line; do case "$line" in *"${step}"*) pkill -9 -f '[s]toep.js upgrade' ;; esac; done`,
      );
      // The watching process needs a moment; nothing else is involved.
      await run(
        "while [ -e /opt/stoep/upgrade.json ] || pgrep -f '[r]ecover --watch'; do sleep 0.1; done",
      );
      expect(await versionOf(machine)).toBe(isVersion(version));
      expect(await building(machine)).toEqual(before);
    });

    test("a stop that a slow machine runs late: what is back stays up", async () => {
      // The migration goes on for some seconds without the upgrade, and holds the data meanwhile.
      const count =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2e7)";
      const slow = `${migration}\n--> statement-breakpoint\n${count} INSERT INTO next SELECT max(i) FROM n;`;
      const archive = await offer(machine, { migration: slow });
      const before = await building(machine);
      // The first stop is the upgrade's, the second begins to put everything back.
      const [tool, stops] = services ? ["systemctl", "*stop*"] : ["flock", "*"];
      const late = `/usr/local/bin/${tool}`;
      await run(`: >/tmp/stops; cat >${late} <<'END'
#!/bin/sh
case "$*" in ${stops})
  echo >>/tmp/stops
  if [ "$(wc -l </tmp/stops)" = 3 ]; then sleep 8; fi ;;
esac
exec /usr/bin/${tool} "$@"
END
chmod +x ${late}`);
      await run(
        `stoep upgrade ${archive} | while read -r line; do case "$line" in *Bringing*) sleep 1; pkill -9 -f '[s]toep.js upgrade' ;; esac; done`,
      );
      await run("while pgrep -f '[r]ecover --watch'; do sleep 0.1; done");
      await run(`while pgrep -f '[/]usr/local/bin/${tool}'; do sleep 0.1; done`);
      await run(`rm ${late}`);
      await isAsBefore(before);
    });

    test.each(["Making a backup", "Bringing", "Putting", "Starting"])(
      "everything killed at once while %s, as when the power goes: the next start puts it back",
      async (step) => {
        const archive = await offer(machine, { migration });
        const before = await building(machine);
        await run(
          `stoep upgrade ${archive} | while read -r line; do case "$line" in *"${step}"*) kill -9 -1 ;; esac; done`,
        );
        await run("stoep start");
        await isAsBefore(before);
      },
    );

    test("an upgrade: the building is the same, under the new release, with a backup of before", async () => {
      const archive = await offer(machine, { migration });
      const before = await building(machine);
      const newest = async () =>
        (await run("ls -t /var/lib/stoep/backups/*.tar.gz | head -n 1")).out;
      const backup = await newest();
      // The docs' commands, in a folder where the new archive is the only one.
      await run(`mkdir new && mv ${archive}* new`);
      const { code, out, err } = await run(`cd new\n${docsOn("Upgrading")}`);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toContain(`Upgraded from Stoep ${version} to 9.0.0.`);
      expect(out).toContain("It is signed with the key");
      expect(await versionOf(machine)).toBe(isVersion("9.0.0"));
      const { next, ...after } = await building(machine);
      expect(next).toEqual([]);
      expect(after).toEqual(before);
      expect(await newest()).toMatch(/stoep-.*\.tar\.gz/);
      expect(await newest()).not.toBe(backup);
      expect(leftovers(machine)).toEqual([]);
      expect(readdirSync(machine.at("/opt/stoep/versions"))).toHaveLength(2);
      expect((await run("find /var/lib/stoep ! -user stoep")).out).toBe("");
    });

    test("the docs' lines on going back bring the older release and its data", async () => {
      const accounts = async () => (await building(machine)).accounts ?? [];
      const before = await accounts();
      const bob = "--username bob --email bob@example.co.za --name Bob --surname Nel";
      await run(`echo a good long password | stoep create-admin ${bob} --password-stdin`);
      expect(await accounts()).toHaveLength(before.length + 1);
      const backup = (await run("ls -t /var/lib/stoep/backups/*.tar.gz | head -n 1")).out.trim();
      const named = await run(`stoep verify ${backup}`);
      expect(named.out).toContain(`by Stoep ${version}.`);
      const lines = docsOn("Going back to an older one")
        .replaceAll("stoep-0.1.0-", `stoep-${version}-`)
        .replace(/stoep-\S+\/scripts\/install/, services ? "$&" : "$& --no-service")
        .replaceAll("sudo stoep ", services ? "$&" : "sudo /opt/stoep/bin/stoep ")
        .replace(/restore \S+/, `restore --yes /var/lib/stoep.newer/backups/${basename(backup)}`);
      const { code, err } = await run(`set -e\n${lines}`);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(await versionOf(machine)).toBe(isVersion(version));
      expect(await accounts()).toEqual(before);
      expect((await run("ls /var/lib/stoep.newer")).out).toContain("stoep.db");
      await run("rm -r /var/lib/stoep.newer");
      if (!services) await run("ln -s /opt/stoep/bin/stoep /usr/local/bin/stoep");
    });

    test("the next key is taken too, and with --unsigned any release, which is said", async () => {
      const next = newKey();
      const rotating = await offer(machine, { version: "9.1.0", migration, nextKey: next });
      expect(await run(`stoep upgrade ${rotating}`)).toMatchObject({ code: 0, err: "" });
      const rotated = await offer(machine, { version: "9.2.0", migration, key: next });
      expect(await run(`stoep upgrade ${rotated}`)).toMatchObject({ code: 0, err: "" });
      // The first key is no longer accepted.
      const old = await run(
        `stoep upgrade ${await offer(machine, { version: "9.3.0", migration })}`,
      );
      expect(old.err).toContain(`but the installed Stoep knows only ${idOf(next)}`);
      const unsigned = await offer(machine, { version: "9.3.0", migration, key: null });
      const taken = await run(`stoep upgrade --unsigned ${unsigned}`);
      expect({ code: taken.code, err: taken.err }).toEqual({ code: 0, err: "" });
      expect(taken.out).toContain("Nobody checked who made this release (--unsigned)");
      // Like an upgrade from 0.1.0, which had no key.
      const first = await run(
        `stoep upgrade ${await offer(machine, { version: "9.4.0", migration })}`,
      );
      expect(first.code).toBe(0);
      expect(first.out).toContain("The installed release has no key to compare that with");
      expect((await run("stoep doctor")).out).toContain("Newer releases are checked with the key");
    });

    test("a Stoep that fails at every start runs after an upgrade; a stopped one stays stopped", async () => {
      await run("echo 'process.exit(1);' >/opt/stoep/current/dist/server/main.js; stoep restart");
      expect((await run("curl --silent http://127.0.0.1:3000/api/health")).out).toBe("");
      const mended = await run(
        `stoep upgrade ${await offer(machine, { version: "9.5.0", migration })}`,
      );
      expect({ code: mended.code, err: mended.err }).toEqual({ code: 0, err: "" });
      expect(await versionOf(machine)).toBe(isVersion("9.5.0"));
      await run("stoep stop");
      const next = await run(
        `stoep upgrade ${await offer(machine, { version: "9.6.0", migration })}`,
      );
      expect({ code: next.code, err: next.err }).toEqual({ code: 0, err: "" });
      expect(next.out).toContain("Stoep was stopped before, so it is not started.");
      expect((await run("curl --silent http://127.0.0.1:3000/api/health")).out).toBe("");
      await run("stoep start");
      expect(await versionOf(machine)).toBe(isVersion("9.6.0"));
    });

    test("after it the older program refuses the data in words", async () => {
      const { code, err } = await run("STOEP_DATA=/var/lib/stoep PORT=3999 stoep-*/stoep");
      expect(code).toBe(1);
      expect(err).toContain("Another Stoep is running on /var/lib/stoep");
      await run("stoep stop");
      const refused = await run("STOEP_DATA=/var/lib/stoep PORT=3999 stoep-*/stoep");
      expect(refused.err).toContain("written by a newer Stoep than this one");
      await run("stoep start");
      expect(await versionOf(machine)).toBe(isVersion("9.6.0"));
    });
  },
);
