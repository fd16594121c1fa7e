import { chmodSync, chownSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { smallDisk } from "../../platform/backup/testing.ts";
import { holdData, lockName } from "../../platform/files/lock.ts";
import { holderOfLock } from "../processes.ts";
import { checkSpace } from "./machine.ts";
import { openPractice } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });
const { stoep, listen, copyBuilding, examine } = await openPractice();

test("a folder that others may look into is warned of", async () => {
  const data = copyBuilding();
  chmodSync(data, 0o750);
  const { code, out } = await examine(data);
  expect(code).toBe(0);
  expect(out).toContain(
    "warn  The data folder is open to other users of this machine (rights 750).",
  );
  expect(out).toContain(`→ chmod 700 '${data}'`);
});

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** Gives a data folder to the user `nobody`, in a place that user can reach. */
function nobodysBuilding(): string {
  const data = copyBuilding();
  chmodSync(dirname(data), 0o755);
  for (const name of ["", ...(readdirSync(data, { recursive: true }) as string[])])
    chownSync(join(data, name), nobody, nobody);
  return data;
}

test.runIf(isRoot)(
  "the server's user without rights in the folder is told whose it is",
  async () => {
    const data = copyBuilding();
    chmodSync(dirname(data), 0o755);
    const { code, out } = await examine(data, {}, nobody);
    expect(code).toBe(1);
    expect(out).toContain(
      `bad   The data folder ${data} belongs to root, and the server runs as the user nobody, who may not write in it.`,
    );
    expect(out).toContain(`→ sudo chown -R nobody: '${data}'`);
    const { port } = await listen({ status: "ok", version: "1.0.0" });
    const beside = await examine(data, { PORT: port }, nobody);
    expect(beside.out).toContain(
      `bad   The user nobody may not look into the data folder ${data}.\n      → sudo -E `,
    );
    expect(beside.out).not.toContain("chown");
    chmodSync(dirname(data), 0o700);
    expect((await stoep(data, ["doctor"], { uid: nobody })).out).toContain(
      `bad   The user nobody may not enter a folder on the way to the data folder ${data}.`,
    );
  },
);

test.runIf(isRoot)(
  "whoever may not use the data is told to use sudo, whatever they ask",
  async () => {
    const data = copyBuilding();
    chmodSync(dirname(data), 0o755);
    for (const words of [["backup"], ["address"], ["verify"]]) {
      const { code, err } = await stoep(data, words, { uid: nobody });
      expect({ words, code, err }).toEqual({
        words,
        code: 1,
        err: `You may not use ${data}. Run it again with sudo, or as its owner.\n`,
      });
    }
  },
);

test.runIf(isRoot)("a file that root left behind is named, whoever asks", async () => {
  const data = nobodysBuilding();
  expect((await examine(data, {}, nobody)).code).toBe(0);
  chownSync(join(data, "stoep.db"), 0, 0);
  writeFileSync(join(data, "uploads", "left.pdf"), "", { mode: 0o600 });
  for (const uid of [undefined, nobody]) {
    const { code, out } = await examine(data, {}, uid);
    expect(code).toBe(1);
    expect(out).toMatch(/bad {3}The user nobody may not read and write .*uploads\/left\.pdf/);
    expect(out).toMatch(/may not read and write .*stoep\.db/);
    expect(out).toContain(`→ sudo chown -R nobody: '${data}' && sudo chmod -R u+rwX '${data}'`);
  }
  expect((await examine(data, {}, nobody)).out).toContain("stoep.db may not be read.");
  expect((await stoep(data, ["backup"])).err).toMatch(/^The database cannot be opened \(/);
});

test("a nearly full disk, of the data, the program or temporary files, is bad, and each is named", async ({
  skip,
}) => {
  const disk = smallDisk("size=3m,mode=700", skip);
  const { code, out } = await examine(join(disk, "data"));
  expect(code).toBe(1);
  expect(out).toMatch(/bad {3}3\.\d MB are free on the data's disk\./);
  expect(out).toContain(`→ Move old files off it: sudo du -xh '${disk}'`);
  const temporary = smallDisk("size=2m", skip);
  expect((await examine(copyBuilding(), { TMPDIR: temporary })).out).toContain(
    `are free on the disk of temporary files (${temporary}).`,
  );
  const crowded = smallDisk("size=500m,nr_inodes=50,mode=700", skip);
  expect((await examine(crowded)).out).toContain(
    "There is no room for more files on the data's disk",
  );
  const program = smallDisk("size=4m", skip);
  const spaces = await checkSpace(copyBuilding(), { program });
  expect(spaces).toContainEqual({
    verdict: "bad",
    says: expect.stringMatching(/^4\.\d MB are free on the program's disk \(\S+\)\.$/),
    mend: `Move old files off it: sudo du -xh '${program}' | sort -h | tail`,
  });
  expect(spaces).not.toContainEqual(
    expect.objectContaining({ says: expect.stringMatching(/^4\.\d MB .* data/) }),
  );
});

test("a disk that cannot be written to is bad", async ({ skip }) => {
  const { code, out } = await examine(smallDisk("size=200m,ro,mode=700", skip));
  expect(code).toBe(1);
  expect(out).toMatch(/bad {3}The data folder \S+ is on a disk that cannot be written to\./);
});

test("a lock on another disk is not taken for this one, where both files have the same number", ({
  skip,
}) => {
  const files = ["mode=700", "mode=700"].map((options) => join(smallDisk(options, skip), lockName));
  const [held = "", free = ""] = files;
  const hold = holdData(dirname(held));
  onTestFinished(hold);
  writeFileSync(free, "");
  expect(statSync(free).ino).toBe(statSync(held).ino);
  expect(holderOfLock(held)).toMatchObject({ pid: process.pid });
  expect(holderOfLock(free)).toBeNull();
});
