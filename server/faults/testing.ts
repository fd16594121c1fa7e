import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";
import { tool } from "../../scripts/tool.ts";
import { demoPassword } from "../cli/demo/fill.ts";
import { type built, copyOf, inDatabase } from "../cli/testing.ts";
import { multipart } from "../contract/samples.ts";
import { newFolder } from "../platform/backup/testing.ts";

type Built = Awaited<ReturnType<typeof built>>;

/** Limits that a test's own flood of requests does not reach. */
export const unhurried = { REQUESTS_PER_SECOND: "1000000", CREATIONS_PER_DAY: "1000000" };

/** A building full of people, made once for a test file; returns a way to copy it. */
export async function demoBuilding({ demo, folder }: Built) {
  const original = join(folder, "house");
  await demo(original);
  const [admin, staff, resident] = inDatabase(original, (db) =>
    ["Admin", "Staff", "Resident"].map((role) =>
      db.prepare("SELECT username FROM accounts WHERE role = ? ORDER BY id").pluck().get(role),
    ),
  ) as [string, string, string];
  return {
    original,
    copy: (into?: string) => copyOf(original, into),
    people: { admin, staff, resident },
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever was answered
  body: any;
}

/** A person at a browser, or a script of theirs. */
export function caller(origin: string, cookie = "") {
  const ask = async (
    call: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const [method = "GET", path = ""] = call.split(" ");
    const response = await fetch(origin + path, {
      method,
      headers: {
        cookie,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: /^[[{]/.test(text) ? JSON.parse(text) : text,
    };
  };
  /** Sends a payment proof. */
  const upload = async (fineId: string, file: Buffer) => {
    const response = await fetch(`${origin}/api/property/resident/fines/${fineId}/payment-proof`, {
      method: "POST",
      headers: { cookie, "content-type": "multipart/form-data" },
      body: multipart(file),
    });
    return { status: response.status, body: await response.json() };
  };
  return { ask, upload, cookie };
}

/** Signs someone in. */
export async function signedIn(origin: string, username: string) {
  const { headers, status } = await caller(origin).ask("POST /api/auth/sign-in", {
    username,
    password: demoPassword,
  });
  if (status !== 200) throw new Error(`${username} could not sign in: ${status}`);
  return caller(origin, headers.getSetCookie()[0]?.split(";")[0] ?? "");
}

/**
 * The conditions that a building must meet after any fault: an intact database, and no file or row
 * without its counterpart.
 */
export function soundness(data: string): string[] {
  const problems = inDatabase(data, (db) => {
    const found: string[] = [];
    const verdict = db.pragma("integrity_check", { simple: true });
    if (verdict !== "ok") found.push(`integrity: ${verdict}`);
    if ((db.pragma("foreign_key_check") as unknown[]).length > 0) found.push("a row has no parent");
    const rows = db.prepare<[], string>("SELECT stored_name FROM files").pluck().all();
    const folder = join(data, "uploads");
    const files = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of rows)
      if (!files.includes(name)) found.push(`a row without its file ${name}`);
    for (const name of files)
      if (!rows.includes(name)) found.push(`a file without its row ${name}`);
    const half = db
      .prepare(
        `SELECT count(*) FROM announcements WHERE id NOT IN
         (SELECT subject_id FROM audit_events WHERE action = 'announcements.post')`,
      )
      .pluck()
      .get();
    if (half !== 0) found.push(`${half} announcements without their note`);
    return found;
  });
  return problems;
}

/** The messages of all announcements, which are the notices without a title. */
export const announced = (data: string): Set<string> =>
  inDatabase(data, (db) => {
    const messages = db.prepare<[], string>("SELECT message FROM announcements WHERE title = ''");
    return new Set(messages.pluck().all());
  });

/**
 * Posts announcements one after the other, in several parallel loops, until stopped; returns the
 * confirmed ones.
 */
export function keepPosting(
  { ask }: ReturnType<typeof caller>,
  name: string,
  lines = 8,
): { acknowledged: string[]; refused: Answer[]; stop: () => Promise<void> } {
  const acknowledged: string[] = [];
  const refused: Answer[] = [];
  let going = true;
  const line = async (which: number) => {
    for (let count = 0; going; count += 1) {
      const message = `${name} ${which} ${count}`;
      try {
        const answer = await ask("POST /api/property/admin/announcements", { message });
        if (answer.status === 201) acknowledged.push(message);
        else refused.push(answer);
      } catch {
        return;
      }
    }
  };
  const all = Promise.all(Array.from({ length: lines }, (_, which) => line(which)));
  const stop = async () => {
    going = false;
    await all;
  };
  return { acknowledged, refused, stop };
}

/** Fills the rest of a disk; returns a way to free the space again. */
export function fillUp(folder: string): () => void {
  const file = join(folder, "filler");
  spawnSync("sh", ["-c", `cat /dev/zero > '${file}' 2>/dev/null`]);
  return () => void spawnSync("rm", ["-f", file]);
}

/**
 * A disk with its own file system, which the kernel makes read-only during use, as it does when it
 * finds damage. Skips with a reason where that cannot be set up.
 */
export function brittleDisk(skip: (why: string) => never) {
  const folder = newFolder();
  const image = join(newFolder(), "disk.img");
  const run = (command: string, ...words: string[]) => spawnSync(command, words).status === 0;
  writeFileSync(image, "");
  truncateSync(image, 128e6);
  const made = run("mkfs.ext4", "-q", "-e", "remount-ro", image);
  if (!made || !run("mount", "-o", "loop", image, folder))
    skip("A disk of its own cannot be made here: that needs root, ext4 and loop devices.");
  onTestFinished(() => void run("umount", "-l", folder));
  const { stdout } = spawnSync("findmnt", ["-no", "SOURCE", folder], { encoding: "utf8" });
  const trigger = join("/sys/fs/ext4", basename(stdout.trim()), "trigger_fs_error");
  if (!existsSync(trigger)) skip("This kernel cannot be told that a file system is damaged.");
  return {
    folder,
    breakDown: () => writeFileSync(trigger, "a test\n"),
    /** When nobody uses it: checks and repairs it, and makes it writable again. */
    mend: () => {
      run("umount", folder);
      run("e2fsck", "-fp", image);
      if (!run("mount", "-o", "loop", image, folder)) throw new Error("It cannot be mounted again");
    },
  };
}

/**
 * Makes the kernel refuse system calls of a running process, until the returned function is called.
 */
export async function sabotage(pid: number, what: string): Promise<() => Promise<void>> {
  const calls = what.split(":")[0];
  const child: ChildProcess = spawn(
    tool("strace", "strace"),
    ["-f", "-p", String(pid), "-e", `trace=${calls}`, "-e", `inject=${what}`, "-o", "/dev/null"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (text) => {
      if (/attached/.test(String(text))) resolve();
    });
    child.once("exit", () => reject(new Error("strace could not attach")));
  });
  return () =>
    new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGINT");
    });
}
