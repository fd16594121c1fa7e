import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root, version } from "../../server/platform/installation/paths.ts";
import { docsOn, type Machine, newMachine, release } from "./testing.ts";
import { offer } from "./variants.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.error("Only root can make machines for these tests: they are left out.");

const healthy = `{"status":"ok","version":"${version}"}`;
const noNode = { without: ["/usr/bin/node", "/usr/bin/npm", "/usr/bin/npx"] };

/** Puts the archive where the machine's owner would have it. */
const download = ({ shared }: Machine) =>
  copyFileSync(release(), join(shared, basename(release())));
/** Installs as the docs say for machines without systemd, with extra options if given. */
const install = (options = "") => `${docsOn("Without systemd").trim()} ${options}`;

/** The response to a request over the machine's own network, which nobody else uses. */
const ask = async ({ run }: Machine, path: string, port = 3000) =>
  (await run(`curl --silent --fail http://127.0.0.1:${port}${path}`)).out;

/**
 * The users the servers run as. Not by `ps -C`, because Node 24 gives its main thread another name.
 */
const serversUsers = async ({ run }: Machine) =>
  (await run("ps -eo user=,args=")).out
    .split("\n")
    .filter((line) => line.endsWith("dist/server/main.js"))
    .map((line) => line.split(" ")[0]);

/** Every file with its type and modification time. */
const everything = async ({ run }: Machine, folders: string) =>
  (await run(`find ${folders} -exec stat --format '%n %F %U %a %s %Y %Z' {} + | sort`)).out;

describe.skipIf(!isRoot)("on a machine with systemd and without Node or a way out", async () => {
  const machine = await newMachine({ services: true, ...noNode });
  const { run } = machine;
  const places = "/opt/stoep /var/lib/stoep /etc/systemd /usr/local/bin /etc/passwd";

  test("a service in a folder its user could not pass through is refused in words", async () => {
    download(machine);
    const closed = "--data /tmp/mine/data";
    const line = `mkdir -m 700 /tmp/mine\n${docsOn("From the archive").trim()} ${closed}`;
    const { code, err } = await run(line);
    expect(code).toBe(1);
    expect(err).toContain("The folder /tmp/mine lets nobody but its owner through");
    expect((await run("ls -A /opt /tmp/mine; getent passwd stoep")).out).not.toContain("stoep");
  });

  test("the docs' two lines install it, start it and show the way in", async () => {
    download(machine);
    const { code, out, err } = await run(docsOn("From the archive"));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(
      /signed with the key [\dA-F]{16}\. No Stoep is installed yet to compare that with/,
    );
    expect(out).toContain("http://192.168.7.20:3000\n");
    expect(out).toContain("http://stoep.local:3000\n");
    expect(out).toMatch(/http:\/\/192\.168\.7\.20:3000\/set-up#[\w-]{43}\n/);
    for (const drawn of ["█", "\u001b"]) expect(out).not.toContain(drawn);
    const { out: shown } = await run("script --quiet --command 'stoep address --set-up' /dev/null");
    expect(shown).toContain("█");
    const { out: log } = await run("journalctl --unit stoep --no-pager");
    expect(log).toContain("/var/lib/stoep/set-up-link.txt, which only its owner can read.");
    for (const secret of ["set-up#", "\u001b"]) expect(log).not.toContain(secret);
    expect(await ask(machine, "/api/health")).toBe(healthy);
    const { out: states } = await run("systemctl is-active stoep; systemctl is-enabled stoep");
    expect(states).toBe("active\nenabled\n");
  });

  test("the server runs as its own user, whose data nobody else can read", async () => {
    expect(await serversUsers(machine)).toEqual(["stoep"]);
    const { out } = await run("stat -c '%U %a' /var/lib/stoep /opt/stoep");
    expect(out).toBe("stoep 700\nroot 755\n");
    const { code } = await run("setpriv --reuid=nobody --clear-groups ls /var/lib/stoep");
    expect(code).not.toBe(0);
  });

  test("systemd has nothing to say against the service, and calls its exposure low", async () => {
    const verified = await run("systemd-analyze verify /etc/systemd/system/stoep.service 2>&1");
    expect(verified).toMatchObject({ code: 0, out: "" });
    const { out } = await run("systemd-analyze security stoep.service --no-pager | tail -n 1");
    const [, exposure = "9", word] = /: ([\d.]+) (\w+)/.exec(out) ?? [];
    expect(word).toBe("OK");
    expect(Number(exposure)).toBeLessThan(2);
  });

  test("run again it changes nothing", async () => {
    const before = await everything(machine, places);
    const { code, out } = await run(docsOn("From the archive"));
    expect(code).toBe(0);
    expect(out).toContain("nothing was changed");
    expect(await everything(machine, places)).toBe(before);
  });

  test("the commands that the docs name work, and leave no file of root's among the data", async () => {
    const { code, out } = await run(docsOn("Looking after it"));
    expect(out).toContain(`Stoep ${version} answers on port 3000.`);
    expect(out).toContain("In the building: http://192.168.7.20:3000");
    expect(code).toBe(0);
    expect((await run("stoep backup")).code).toBe(0);
    expect((await run("find /var/lib/stoep ! -user stoep")).out).toBe("");
  });

  test("a backup in root's own home is restored, as the docs say", async () => {
    await run("mkdir -m 700 -p /root/kept; cp /var/lib/stoep/backups/stoep-*.tar.gz /root/kept");
    await run("stoep stop");
    const { code, out, err } = await run("stoep restore /root/kept/stoep-*.tar.gz --yes");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("Restored into /var/lib/stoep.");
    expect((await run("find /var/lib/stoep ! -user stoep; ls /tmp | grep lent")).out).toBe("");
    await run("stoep start; stoep address --wait");
    expect(await ask(machine, "/api/health")).toBe(healthy);
  });

  test("a server that is killed comes back by itself", async () => {
    await run("systemctl kill --signal=KILL stoep; sleep 0.5; stoep address --wait");
    expect(await ask(machine, "/api/health")).toBe(healthy);
  });

  test("stopped, it is found so; a start is done when it answers", async () => {
    await run("stoep stop");
    const { code, out } = await run("stoep doctor");
    expect(code).toBe(1);
    expect(out).toContain("bad   The server is stopped.\n      → sudo stoep start");
    expect(await run("stoep start")).toMatchObject({ code: 0, err: "" });
    expect(await ask(machine, "/api/health")).toBe(healthy);
    await run("systemctl disable stoep");
    expect((await run("stoep doctor")).out).toContain("does not start with the machine");
    await run("systemctl enable stoep");
  });

  test.each([
    [
      "the data are root's",
      "chown root: /var/lib/stoep",
      "The data folder /var/lib/stoep belongs to root, and the server runs as the user stoep, who may not write in it.",
      "sudo chown -R stoep: '/var/lib/stoep' && sudo chmod -R u+rwX '/var/lib/stoep'",
    ],
    [
      "the settings are root's",
      "chown root: /opt/stoep/stoep.env; chmod 600 /opt/stoep/stoep.env",
      "The server runs as the user stoep, who may not read the settings /opt/stoep/stoep.env",
      "sudo chgrp stoep /opt/stoep/stoep.env && sudo chmod 640 /opt/stoep/stoep.env",
    ],
  ])("when %s, restart says why not, and doctor what mends it", async (_, spoil, says, mend) => {
    await run(spoil);
    const restarted = await run("stoep restart");
    expect(restarted.code).toBe(1);
    expect(restarted.err).toMatch(/^Stoep could not start\.\n {2}\S/m);
    expect(restarted.err).toContain("sudo stoep doctor");
    const { code, out } = await run("stoep doctor");
    expect(code).toBe(1);
    expect(out).toContain(`bad   ${says}`);
    expect(out).toMatch(/bad {3}The server (ends again and again|ended).* It said last: \S/);
    expect(out).toContain(`→ ${mend}`);
    await run(mend);
    expect(await run("stoep restart")).toMatchObject({ code: 0, err: "" });
    expect((await run("stoep doctor")).code).toBe(0);
  });

  test("a Stoep of somebody else on the port is no start", async () => {
    await run("stoep stop");
    const other = machine.begin(
      "cp -r /opt/stoep/current/ /tmp/other; STOEP_DATA=/tmp/other/data exec /tmp/other/stoep",
    );
    await run("until curl --silent --fail http://127.0.0.1:3000/api/health; do sleep 0.1; done");
    const { code, err } = await run("stoep start");
    expect(code).toBe(1);
    expect(err).toMatch(/Another Stoep \(process \d+\) answers on port 3000/);
    expect((await run("stoep doctor")).out).toContain("uses the data in /tmp/other/data");
    other.kill();
    await run("pkill -f '^/tmp/other/bin/node'; stoep restart");
    expect(await ask(machine, "/api/health")).toBe(healthy);
  });

  test("another port is taken up, and one below 1024 is allowed", async () => {
    const { code } = await run(`${docsOn("From the archive").trim()} --port 80`);
    expect(code).toBe(0);
    expect(await ask(machine, "/api/health", 80)).toBe(healthy);
    expect((await run("stoep address")).out).toContain("In the building: http://192.168.7.20\n");
  });

  test("removing leaves data and settings; a second time changes nothing", async () => {
    const removed = await run(docsOn("Removing it"));
    expect(removed.code).toBe(0);
    expect(removed.out).toContain("/var/lib/stoep");
    expect((await run("systemctl is-active stoep; ls /opt/stoep")).out).toMatch(
      /inactive\nstoep.env/,
    );
    expect(existsSync(machine.at("/var/lib/stoep/stoep.db"))).toBe(true);
    expect((await run("ls /usr/local/bin /etc/systemd/system")).out).not.toContain("stoep");

    const again = await run(docsOn("From the archive"));
    expect(again.code).toBe(0);
    expect(await ask(machine, "/api/health", 80)).toBe(healthy);
    const twice = `${docsOn("Removing it").trim()} --uninstall`;
    expect((await run(twice)).code).toBe(0);
    expect((await run("ls -d /opt/stoep /var/lib/stoep; getent passwd stoep")).out).toBe("");
  });
});

describe.skipIf(!isRoot)("on a machine without systemd", async () => {
  const machine = await newMachine(noNode);
  const { run } = machine;
  const places = "/opt/stoep /var/lib/stoep /etc/passwd";

  test("without --no-service it says what is missing and changes nothing", async () => {
    download(machine);
    const { code, err } = await run(docsOn("From the archive"));
    expect(code).toBe(1);
    expect(err).toContain("does not run systemd. Add --no-service");
    expect((await run("ls -A /opt; ls -A /var/lib; getent passwd stoep")).out).toBe("");
  });

  test.each([
    ["--port 0", "The port must be between 1 and 65535"],
    ["--port many", "The port must be a number such as 3000"],
    ["--data /opt/stoep/data", "may not be inside the program's"],
    ["--data '/srv/my data'", "characters in its name"],
    ["--data /etc", "holds something that is not Stoep's"],
    ["--prefix /etc", "holds something that is not Stoep"],
    ["--prefix /usr/stoep", "You may not write in"],
    ["--elsewhere", "There is no option --elsewhere."],
    ["--port", "--port needs a value."],
  ])("%s: refused in words, nothing changed", async (options, words) => {
    const { code, err } = await run(install(options));
    expect(code).toBe(1);
    expect(err).toContain(words);
    expect((await run("ls -A /opt; ls -A /var/lib; getent passwd stoep")).out).toBe("");
  });

  test("a port that somebody else has is refused, with how to find them", async () => {
    const squatter = machine.begin("python3 -m http.server 3000");
    await run("until ss -Hltn 'sport = :3000' | grep .; do sleep 0.1; done");
    const { code, err } = await run(install());
    expect(code).toBe(1);
    expect(err).toContain("Port 3000 is taken by another program: ss -ltnp");
    await run("pkill -f http.server");
    squatter.kill();
  });

  test("a release that is not signed is refused, and taken with --unsigned", async () => {
    const bare = await offer(machine, { version: "8.0.0", key: null });
    await run(`mkdir /tmp/bare && tar -xf ${bare} -C /tmp/bare; rm ${bare}`);
    const line = "/tmp/bare/stoep-*/scripts/install --no-service";
    const { code, err } = await run(line);
    expect(code).toBe(1);
    expect(err).toContain("This release is not signed. If you made this release yourself");
    expect((await run("ls -A /opt; ls -A /var/lib; getent passwd stoep")).out).toBe("");
    const taken = await run(`${line} --unsigned`);
    expect({ code: taken.code, err: taken.err }).toEqual({ code: 0, err: "" });
    expect(taken.out).toContain("Nobody checked who made this release (--unsigned)");
    await run("/opt/stoep/current/scripts/install --uninstall --uninstall; rm -r /tmp/bare");
  });

  test("every problem is said at once", async () => {
    const { err } = await run(install("--port 0 --data '/srv/my data'"));
    expect(err).toContain("The port must be between");
    expect(err).toContain("characters in its name");
    expect(err.trim().split("\n").at(-1)).toBe("Nothing was changed.");
  });

  test("killed at any moment, the next run completes", async () => {
    const moments = ["Making the data folder", "Installing", "Writing the settings", "Starting"];
    for (const moment of moments) {
      // The script reads no further than the line at which it is killed.
      const line = `${install()} | while read -r line; do case "$line" in "${moment}"*) pkill -9 -f '^bash stoep-' ;; esac; done`;
      await run(line);
      const { code, out, err } = await run(install());
      expect({ moment, code, err }).toEqual({ moment, code: 0, err: "" });
      expect(out).toMatch(/set-up#[\w-]{43}/);
      expect(await ask(machine, "/api/health")).toBe(healthy);
      await run(`${docsOn("Removing it").trim()} --uninstall`);
    }
  });

  test("it installs, and run again it changes nothing", async () => {
    expect((await run(install())).code).toBe(0);
    expect(await ask(machine, "/api/health")).toBe(healthy);
    expect(await serversUsers(machine)).toEqual(["stoep"]);
    const before = await everything(machine, places);
    const { out } = await run(install());
    expect(out).toContain("nothing was changed");
    expect(await everything(machine, places)).toBe(before);
  });

  test("it is stopped and started with one word", async () => {
    await run("/opt/stoep/bin/stoep stop");
    expect(await ask(machine, "/api/health")).toBe("");
    expect((await run("/opt/stoep/bin/stoep doctor")).out).toContain(
      "bad   The server is stopped.\n      → /opt/stoep/bin/stoep start",
    );
    expect(await run("/opt/stoep/bin/stoep start")).toMatchObject({ code: 0, err: "" });
    expect(await ask(machine, "/api/health")).toBe(healthy);
  });

  test("a plain process that cannot start says why not", async () => {
    const spoiled = "echo TIMEZONE=Africa/Nowhere >>/opt/stoep/stoep.env";
    const { code, err } = await run(`${spoiled}; /opt/stoep/bin/stoep restart`);
    expect(code).toBe(1);
    expect(err).toContain("TIMEZONE is not a time zone name");
    await run("sed -i /TIMEZONE/d /opt/stoep/stoep.env; /opt/stoep/bin/stoep start");
    expect(await ask(machine, "/api/health")).toBe(healthy);
  });

  test("a building's data that are already in the folder are used again, also through a link", async () => {
    await run(docsOn("Removing it"));
    writeFileSync(machine.at("/var/lib/stoep/uploads/kept.pdf"), "kept");
    // On another disk, as root copied them there.
    await run("mv /var/lib/stoep /opt/disk; ln -s /opt/disk /var/lib/stoep");
    await run("chown -R root: /opt/disk");
    expect((await run(install())).code).toBe(0);
    expect(await ask(machine, "/api/health")).toBe(healthy);
    expect(readFileSync(machine.at("/opt/disk/uploads/kept.pdf"), "utf8")).toBe("kept");
  });

  test("without root it goes where one may write, as one's own process", async () => {
    const own = "--prefix /tmp/own/stoep --data /tmp/own/data --port 3001";
    await run(
      "install -d -o nobody /tmp/own; rm -rf /srv/nobody; cp -r /srv/stoep-*/ /tmp/release",
    );
    const asNobody = "setpriv --reuid=nobody --regid=nogroup --clear-groups";
    const { code } = await run(`${asNobody} /tmp/release/scripts/install --no-service ${own}`);
    expect(code).toBe(0);
    expect(await ask(machine, "/api/health", 3001)).toBe(healthy);
    expect((await run("stat -c '%U %a' /tmp/own/data")).out).toBe("nobody 700\n");
    await run("cd /tmp/own/data && touch refused-hosts.json audit-heads.json failed-restore-1");
    const gone = `${asNobody} /tmp/own/stoep/current/scripts/install --uninstall --uninstall --prefix /tmp/own/stoep`;
    expect((await run(gone)).code).toBe(0);
    expect((await run("ls /tmp/own")).out).toBe("");
  });

  test("in a folder that lets nobody through it runs as whose folder it is, and says so", async () => {
    const places = "--prefix /tmp/mine/stoep --data /tmp/mine/data --port 3002";
    const line = `mkdir -m 700 /tmp/mine; /tmp/release/scripts/install --no-service ${places}`;
    const { code, out } = await run(line);
    expect(code).toBe(0);
    expect(out).toContain(
      "Note: /tmp/mine lets nobody but its owner through, so Stoep runs as root.",
    );
    expect(await ask(machine, "/api/health", 3002)).toBe(healthy);
    expect((await run("stat -c '%U %a' /tmp/mine/data")).out).toBe("root 700\n");
    await run("/tmp/mine/stoep/current/scripts/install --uninstall --prefix /tmp/mine/stoep");
    expect(await ask(machine, "/api/health", 3002)).toBe("");
  });

  test("nothing to remove is no failure", async () => {
    const { code, out } = await run(
      "/tmp/release/scripts/install --uninstall --prefix /opt/nowhere",
    );
    expect({ code, out }).toEqual({
      code: 0,
      out: "Stoep is not installed in /opt/nowhere, so there is nothing to remove.\n",
    });
  });
});

describe.skipIf(!isRoot)("on a machine with Node and the sources", async () => {
  const machine = await newMachine({ services: true });

  test("the docs' one line puts the program together and installs it", async () => {
    // Includes everything already installed and built, because the machine cannot download
    // anything.
    const folders = [".ci", "client", "docs", "drizzle", "node_modules", "scripts", "server"];
    const files = ["package.json", "package-lock.json", "README.md", "CHANGELOG.md"];
    // Without other archives and their parts, which are hundreds of megabytes.
    const made = readdirSync(join(root, "dist")).filter(
      (each) => !["parts", "packages"].includes(each),
    );
    mkdirSync(join(machine.shared, "dist"));
    for (const part of [...folders, ...files, ...made.map((each) => join("dist", each))])
      execFileSync("cp", ["-a", join(root, part), join(machine.shared, dirname(part))]);
    const { code, out } = await machine.run(docsOn("From its sources"));
    expect(code).toBe(0);
    expect(out).toMatch(/http:\/\/192\.168\.7\.20:3000\/set-up#[\w-]{43}\n/);
    expect(await ask(machine, "/api/health")).toBe(healthy);
  });
});
