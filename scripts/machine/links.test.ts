import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { version } from "../../server/platform/installation/paths.ts";
import { tool } from "../tool.ts";
import { newMachine } from "./testing.ts";
import { offer, offerThis } from "./variants.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.error("Only root can make machines for these tests: they are left out.");

vi.setConfig({ testTimeout: 600_000 });

const data = "/var/lib/stoep";
const asStoep = "setpriv --reuid=stoep --regid=stoep --clear-groups";
const migration = "CREATE TABLE `next` (`id` text);";
const fails = `${migration}\n--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);`;

/** The file operations of a run, recorded by strace in one file per thread, named by its id. */
class Trace {
  /** Paths in the data folder that any process touched. */
  readonly touched = new Set<string>();
  /** The operations of root there, other than reading file information. */
  readonly byRoot: string[] = [];
  readonly #folder: string;
  readonly #walked = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
    const threads = readdirSync(folder).map((name) => name.slice("of.".length));
    // Start with the first thread; the others are walked from where they were created.
    this.#walk(threads.sort((a, b) => Number(a) - Number(b))[0] ?? "", 0);
    const begun = threads.filter((thread) => !this.#walked.has(thread));
    if (begun.length > 0) throw new Error(`Nobody began ${begun.join(", ")}.`);
  }

  /** @param uid the user the thread starts as */
  #walk(thread: string, uid: number): void {
    this.#walked.add(thread);
    let current = uid;
    for (const line of readFileSync(join(this.#folder, `of.${thread}`), "utf8").split("\n")) {
      const [, child] = /^(?:clone|clone3|fork|vfork)\(.* = (\d+)$/.exec(line) ?? [];
      if (child) this.#walk(child, current);
      const become = /^(?:setuid\(|setreuid\(\S+, |setresuid\(\S+, )(\d+).* = 0$/.exec(line);
      if (become) current = Number(become[1]);
      // The arguments of execve are not file operations.
      if (line.startsWith("execve(")) continue;
      for (const [path] of line.matchAll(/\/var\/lib\/stoep(?:\/[^"<>]*)?(?=["<>])/g)) {
        this.touched.add(path);
        const asks = /^(statx|newfstatat|lstat|stat|access|faccessat2?|readlink)\(/.test(line);
        const looks = /^(statfs|openat)\(/.test(line) && !/O_(WR|RDWR|CREAT)|stoep\//.test(line);
        if (current === 0 && !asks && !looks) this.byRoot.push(line);
      }
    }
  }
}

describe.skipIf(!isRoot)("root and the data of a user who may mean harm", async () => {
  tool("strace", "strace");
  const machine = await newMachine({ without: ["/usr/bin/node", "/usr/bin/npm"] });
  const { run, shared } = machine;

  let runs = 0;
  /** Runs shell lines and returns what they did with files. */
  async function traced(lines: string): Promise<Trace> {
    runs += 1;
    const calls = "trace=%file,%process,setuid,setreuid,setresuid";
    const traceTo = `mkdir trace-${runs} && strace -f -ff -qq -y -s 300 -e ${calls} -e signal=none -o trace-${runs}/of`;
    const { out, err } = await run(`${traceTo} bash <<'END'\n${lines}\nEND`);
    expect(readdirSync(join(shared, `trace-${runs}`)), out + err).not.toEqual([]);
    return new Trace(join(shared, `trace-${runs}`));
  }

  /** Owner, mode, content and modification time of the links' targets. */
  const victims = async () =>
    (await run("find /etc/victims -exec stat -c '%n %U %G %a %s %Z' {} +; cat /etc/victims/*")).out;

  const healthy = async () =>
    (await run("stoep address --wait >/dev/null; curl -s http://127.0.0.1:3000/api/health")).out;

  const install = `stoep-${version}-*/scripts/install --no-service`;
  const names = new Set<string>();

  test("whatever root does, it touches nothing in the data folder itself", async () => {
    const archive = offerThis(machine);
    const next = await offer(machine, { migration });
    const broken = await offer(machine, { version: "8.0.0", migration: fails });
    await run(
      `tar -xzf ${archive} && ln -s /opt/stoep/bin/stoep /usr/local/bin/stoep; mkdir /root/kept`,
    );
    const admin = "--username anna --email anna@example.co.za --name Anna --surname Smit";
    // The server goes last, because strace stays as long as any part of it runs.
    const commands = {
      install: `${install}; stoep stop`,
      admin: `echo a good long password | stoep create-admin ${admin} --password-stdin`,
      again: `${install}; stoep restart; stoep stop`,
      doctor: "stoep doctor; stoep verify; stoep backup; stoep address",
      restore: "stoep restore /root/kept/*.gz --yes",
      failing: `stoep upgrade ${broken}`,
      upgrade: `stoep upgrade ${next}`,
      started: "stoep start; stoep address --wait; stoep doctor; stoep stop",
    };
    const touching: Record<string, string[]> = {};
    for (const [command, lines] of Object.entries(commands)) {
      if (command === "restore") await run(`cp ${data}/backups/*.gz /root/kept`);
      const { touched, byRoot } = await traced(lines);
      for (const path of touched) names.add(path.slice(data.length + 1));
      touching[command] = byRoot;
    }
    // An install creates the folder and gives it away; no other user can be in it at that time.
    const making = /^(mkdir|mkdirat|openat|fchownat|fchmodat)\(.*stoep(\/\.)?["<>]/;
    touching.install = (touching.install ?? []).filter((line) => !making.test(line));
    expect(touching).toEqual(
      Object.fromEntries(Object.keys(commands).map((command) => [command, []])),
    );
    expect([...names]).toEqual(
      expect.arrayContaining(["before-upgrade.db.part", "before-upgrade.room", "in-use.lock"]),
    );
    expect((await run(`find ${data} ! -user stoep`)).out).toBe("");
  });

  test("links under every name that is used there lead root nowhere", async () => {
    await run(
      "mkdir -m 755 /etc/victims; echo secret | tee /etc/victims/file; chmod 600 /etc/victims/file",
    );
    await run("sleep 1");
    const before = await victims();
    const next = await offer(machine, { version: "10.0.0", migration });
    // It has another version, because the version is the archive's name.
    const broken = await offer(machine, { version: "10.1.0", migration: fails });
    expect(broken).not.toBe(next);
    // An attacker cannot prepare links for names with random parts.
    const known = [...names].filter((name) => name && !/\.part-|[\w-]{43}|20\d\d-/.test(name));
    expect(known.length).toBeGreaterThan(15);
    const there = new Set(
      (await run(`cd ${data} && find . -mindepth 1 -printf '%P\\n'`)).out.split("\n"),
    );
    const plant = (name: string, victim: string) =>
      `${asStoep} sh -c 'cd ${data} && mkdir -p "$(dirname ${name})" && ln -sfn /etc/victims/${victim} ${name}'`;
    const drop = (name: string) => `${asStoep} rm -f ${data}/${name}`;
    const free = known.filter((name) => !there.has(name));
    expect(free).toEqual(expect.arrayContaining(["before-upgrade.db.part", "before-upgrade.room"]));

    for (const shift of [0, 1]) {
      const kinds = ["file", "nothing"];
      const planted = free.map((name, at) => plant(name, kinds[(at + shift) % 2] ?? ""));
      await run(planted.join("\n"));
      for (const command of [`upgrade ${broken}`, "doctor", "backup", "verify", "recover"])
        await run(`stoep ${command}`);
      await run(`${install}; stoep start; stoep stop`);
      expect(await victims()).toBe(before);
    }
    // Replaces paths that always exist, one at a time.
    for (const name of known.filter((each) => there.has(each) && !each.includes("/"))) {
      await run(`${asStoep} mv ${data}/${name} ${data}/aside`);
      await run(`${plant(name, "file")}; stoep upgrade ${broken}; stoep doctor; stoep recover`);
      expect({ name, victims: await victims() }).toEqual({ name, victims: before });
      await run(`${drop(name)}; ${asStoep} mv -T ${data}/aside ${data}/${name}`);
    }
    await run(
      free
        .filter((name) => !name.startsWith("before-"))
        .map(drop)
        .join("\n"),
    );
    const { code, out, err } = await run(`stoep upgrade ${next}`);
    // The output is in the message because it says more than a diff.
    expect({ code, err }, out + err).toEqual({ code: 0, err: "" });
    await run("stoep start");
    expect(await healthy()).toContain('"status":"ok"');
    expect(await victims()).toBe(before);
  });

  test("root reads no file for the owner whose place is in the owner's hands", async () => {
    const link = `${data}/backups/stoep-2026-01-01T00-00-00Z.tar.gz`;
    await run(`${asStoep} ln -s /root/kept/*.gz ${link}`);
    const { code, err } = await run(`stoep verify ${link}`);
    expect(code).toBe(1);
    expect(err).toContain(`Stoep may not use ${link}.`);
    expect((await run(`rm ${link}; stoep verify /root/kept/*.gz`)).out).toContain("All is well.");
  });

  test("a folder that somebody else could exchange is refused, nothing changed", async () => {
    await run("stoep stop; install -d -o nobody /srv/theirs");
    for (const place of [
      "--data /srv/theirs/data",
      "--prefix /srv/theirs/stoep --data /srv/data",
    ]) {
      const { code, err } = await run(`${install} ${place}`);
      expect(code).toBe(1);
      expect(err).toContain(
        "The folder /srv/theirs belongs to nobody or everybody may write in it",
      );
    }
    expect((await run("ls -A /srv/theirs; ls -d /srv/data")).out).toBe("");
  });
});
