import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { extract } from "tar";
import { afterAll, describe, expect, test } from "vitest";
import { checkNode } from "../../server/cli/doctor/machine.ts";
import { root as project, version } from "../../server/platform/installation/paths.ts";
import { readRelease } from "../../server/platform/release/manifest.ts";
import { idOf, readPublicKey } from "../../server/platform/release/minisign.ts";
import { glibcHere, tooOldFor } from "../../server/platform/release/modules.ts";
import { publicKeyText, readSecretKey } from "../packing/sign.ts";
import { tool } from "../tool.ts";
import { release, releaseKeyFile } from "./testing.ts";

const folder = mkdtempSync(join(tmpdir(), "stoep-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pack = (...words: string[]) =>
  spawnSync(join(project, "scripts/package"), words, { cwd: folder, encoding: "utf8" });

test("a key is made once, as a pair, and not where it would be given away", () => {
  const key = join(folder, "release.key");
  const made = pack("--new-key", "release.key");
  expect(made.status).toBe(0);
  expect(statSync(key).mode & 0o777).toBe(0o600);
  const secret = readFileSync(key, "utf8");
  const pair = readSecretKey(secret, key);
  expect(readPublicKey(readFileSync(`${key}.pub`, "utf8"), key).key).toEqual(pair.key);
  expect(made.stdout).toContain(`Made the key ${idOf(pair)}`);
  const again = pack("--new-key", "release.key");
  expect(again.status).toBe(1);
  expect(again.stderr).toContain(`${key} is there already and stays as it is.`);
  rmSync(key);
  expect(pack("--new-key", "release.key").stderr).toContain("release.key.pub is there already");
  for (const words of [
    ["--new-key", join(project, "release.key")],
    ["--new-key", join(project, "dist/packages/release.key")],
    ["--new-key", join(folder, "to/release.key"), "--to", join(folder, "to")],
    ["--key", join(project, "README.md")],
  ]) {
    const { status, stderr } = pack(...words);
    expect({ words, status }).toEqual({ words, status: 1 });
    expect(stderr).toContain("A secret key may not be in");
  }
  expect(pack("--key", `${key}.pub`).stderr).toContain("is no secret key of minisign.");
  expect(pack("--key", "nowhere").stderr).toContain("nowhere");
});

test("the archive can be checked with sha256sum and with minisign", () => {
  const at = { cwd: dirname(release()), encoding: "utf8" as const };
  execFileSync("sha256sum", ["--check", `${basename(release())}.sha256`], at);
  const key = readSecretKey(readFileSync(releaseKeyFile(), "utf8"), "key");
  const text = publicKeyText(key).split("\n")[1] ?? "";
  const output = execFileSync(
    tool("minisign", "minisign"),
    ["-V", "-P", text, "-m", release()],
    at,
  );
  expect(output).toContain("Signature and comment signature verified");
});

/** The possible encodings of a secret key. */
const spellings = (seed: Buffer) => [
  seed,
  ...(["hex", "base64", "base64url"] as const).map((kind) => Buffer.from(seed.toString(kind))),
];

test("no secret key is in the archive or in the repository", async () => {
  const secret = readFileSync(releaseKeyFile(), "utf8");
  const { seed } = readSecretKey(secret, "key");
  const line = Buffer.from(secret.split("\n")[1] ?? "");
  const inside = mkdtempSync(join(folder, "inside-"));
  await extract({ file: release(), cwd: inside });
  for (const name of readdirSync(inside, { recursive: true }) as string[]) {
    if (!statSync(join(inside, name)).isFile()) continue;
    const bytes = readFileSync(join(inside, name));
    for (const spelling of [...spellings(seed), line])
      expect({ name, found: bytes.includes(spelling) }).toEqual({ name, found: false });
  }
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: project, encoding: "utf8" });
  for (const name of files.split("\0").filter(Boolean)) {
    // The prefixes of minisign's secret keys, with and without a password.
    const found = /RW(QAA|RTY0)EIy[\w+/]{40}/.test(readFileSync(join(project, name), "latin1"));
    expect({ name, found }).toEqual({ name, found: false });
  }
});

const isRoot = process.getuid?.() === 0;
if (!isRoot)
  console.error("Only root can change the root folder for these tests: they are left out.");

/** The system libraries a program is linked with. */
const librariesOf = (program: string): string[] =>
  [...execFileSync("ldd", [program], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g)].map(
    ([, path = ""]) => path,
  );

describe.skipIf(!isRoot)(
  "unpacked in a root folder with nothing but a shell and C libraries",
  async () => {
    const root = mkdtempSync(join(tmpdir(), "stoep-empty-"));
    afterAll(() => rmSync(root, { recursive: true, force: true }));
    await extract({ file: release(), cwd: root });
    const [name = ""] = readdirSync(root);
    const place = (path: string) => mkdirSync(dirname(join(root, path)), { recursive: true });
    const compiled = (readdirSync(join(root, name), { recursive: true }) as string[])
      .filter((path) => path.endsWith(".node") || path === "bin/node")
      .map((path) => join(root, name, path));
    place("/bin/sh");
    copyFileSync("/bin/dash", join(root, "bin/sh"));
    for (const library of new Set([...compiled, "/bin/dash"].flatMap(librariesOf))) {
      place(library);
      copyFileSync(library, join(root, library));
    }

    test("its Node has long-term support, is in care and fits what release.json says", async () => {
      const { node, needs } = await readRelease(join(root, name));
      const output = execFileSync(join(root, name, "bin/node"), ["--version"], {
        encoding: "utf8",
      });
      expect(output.trim()).toBe(node);
      const [major = 0] = node.slice(1).split(".").map(Number);
      expect(major).toBeGreaterThanOrEqual(24);
      expect(major % 2).toBe(0);
      expect(checkNode(node.slice(1)).verdict).toBe("ok");
      expect(needs && tooOldFor(needs, glibcHere())).toBe(null);
    });

    test("its database module lives through the garbage it makes", () => {
      const trial = [join(project, "scripts/packing/trial.cjs"), join(root, name)];
      const { status, stderr } = spawnSync(join(root, name, "bin/node"), trial, {
        encoding: "utf8",
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    });

    test("it has the terms of all that it is made of, and of nothing that only builds it", () => {
      const notices = readFileSync(join(root, name, "NOTICES.txt"), "utf8");
      const named = (what: string) => new RegExp(`^${what} \\d\\S* \\(`, "m");
      for (const each of ["fastify", "react", "better-sqlite3", "@fontsource-variable/figtree"])
        expect(notices).toMatch(named(each));
      expect(notices).toContain("SIL OPEN FONT LICENSE");
      for (const each of ["vite", "vitest", "typescript"]) expect(notices).not.toMatch(named(each));
    });

    // Without a network, without Node or anything else on the PATH, and without settings.
    const stoep = ["--net", "--", "/usr/sbin/chroot", root, `/${name}/stoep`];
    const env = { PATH: "/nowhere", NODE_EXTRA_CA_CERTS: "" };
    const command = (words: string[], stdin = "") =>
      execFileSync("/usr/bin/unshare", [...stoep, ...words], {
        env,
        input: stdin,
        encoding: "utf8",
      });

    test("./stoep alone serves: the page, sign-in, the way in for the first admin", async () => {
      const server = spawn("/usr/bin/unshare", stoep, { env });
      let output = "";
      await new Promise<void>((resolve, reject) => {
        for (const stream of [server.stdout, server.stderr])
          stream.on("data", (chunk) => {
            output += chunk;
            if (output.includes("address --set-up")) resolve();
          });
        server.once("exit", () => reject(new Error(output)));
      });
      const [, file = ""] = /(\S+set-up-link\.txt)/.exec(output) ?? [];
      expect(readFileSync(join(root, file), "utf8")).toMatch(/set-up#[\w-]{43}/);

      const near = (...words: string[]) =>
        execFileSync("nsenter", ["--net", `--target=${server.pid}`, "--", ...words], {
          encoding: "utf8",
        });
      const ask = (path: string, ...more: string[]) =>
        near("curl", "--silent", "--fail", ...more, `http://127.0.0.1:3000${path}`);
      near("ip", "link", "set", "lo", "up");
      expect(ask("/api/health")).toBe(`{"status":"ok","version":"${version}"}`);
      expect(ask("/login")).toContain("<title>");
      const admin = "--username anna --email anna@example.co.za --name Anna --surname Smit";
      const made = command(
        ["create-admin", ...admin.split(" "), "--password-stdin"],
        "a good long password",
      );
      expect(made).toContain("Anna Smit is an admin now");
      const signedIn = ask(
        "/api/auth/sign-in",
        ...["--header", "content-type: application/json", "--data"],
        JSON.stringify({ username: "anna", password: "a good long password" }),
      );
      expect(signedIn).toContain("Anna Smit");
      expect(command(["backup"])).toContain("Made /");
      expect(command(["doctor"])).toContain("The database is sound.");
      server.kill("SIGTERM");
      expect(await once(server, "exit")).toEqual([0, null]);
    });

    test("its commands say how they are called there", () => {
      expect(command(["--version"]).trim()).toBe(version);
      expect(command(["--help"])).toContain("Usage: ./stoep COMMAND");
      expect(command(["verify"])).toContain("All is well.");
    });
  },
);
