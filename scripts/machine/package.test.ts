import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { extract } from "tar";
import { afterAll, describe, expect, test } from "vitest";
import { version } from "../../server/paths.ts";
import { release } from "./testing.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot)
  console.error("Only root can change the root folder for these tests: they are left out.");

/** The libraries of the system that a program is linked with. */
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

    // Without a network, a Node or anything else on the PATH, and without any setting.
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
      let said = "";
      await new Promise<void>((resolve, reject) => {
        for (const stream of [server.stdout, server.stderr])
          stream.on("data", (chunk) => {
            said += chunk;
            if (said.includes("█")) resolve();
          });
        server.once("exit", () => reject(new Error(said)));
      });
      expect(said).toMatch(/set-up#[\w-]{43}/);

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
