import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { create } from "tar";
import { expect, test, vi } from "vitest";
import { sealRelease } from "../../../scripts/packing/seal.ts";
import { bytesIn, entriesOf, forge, newFolder, smallDisk } from "../backup/testing.ts";
import { type ReleaseManifest, releaseFile } from "./manifest.ts";
import { putRelease } from "./unpack.ts";

// Making a decompression bomb takes some seconds.
vi.setConfig({ testTimeout: 60_000 });

const checking = { installed: null, unsigned: true, note: () => undefined };
const main = "dist/server/main.js";

/** An unpacked release of two files in a folder `stoep`. */
async function smallRelease(): Promise<string> {
  const parent = newFolder();
  const folder = join(parent, "stoep");
  mkdirSync(join(folder, "dist/server"), { recursive: true });
  writeFileSync(join(folder, main), "serve();");
  writeFileSync(join(folder, "empty"), "");
  await sealRelease(folder, "1.0.0");
  return folder;
}

/** The entries of its archive, without folders. */
async function smallEntries() {
  const folder = await smallRelease();
  const file = join(newFolder(), "stoep.tar.gz");
  const paths = [releaseFile, main, "empty"].map((each) => join("stoep", each));
  await create({ gzip: true, cwd: join(folder, ".."), file }, paths);
  return entriesOf(file);
}

/** Installs a release. Returns why it was refused and the most that was on the disk. */
async function refusal(source: string): Promise<{ says: string; most: number }> {
  const versions = newFolder();
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, bytesIn(versions));
  }, 2);
  const says = await putRelease(source, versions, checking)
    .then(() => "", String)
    .finally(() => clearInterval(looking));
  expect(readdirSync(versions)).toEqual([]);
  return { says, most };
}

test.each([true, false])("a release is put in whole, packed small: %j", async (gzip) => {
  const folder = await smallRelease();
  const file = join(newFolder(), "stoep.tar");
  await create({ gzip, cwd: join(folder, ".."), file }, ["stoep"]);
  for (const source of [file, folder]) {
    const versions = newFolder();
    const { name } = await putRelease(source, versions, checking);
    expect(readdirSync(versions)).toEqual([name]);
    expect(readFileSync(join(versions, name, main), "utf8")).toBe("serve();");
    expect(readFileSync(join(versions, name, "empty"), "utf8")).toBe("");
  }
});

test.each([main, releaseFile])(
  "half a release without %s, left by a power cut, is replaced by the whole",
  async (lost) => {
    const versions = newFolder();
    const source = await smallRelease();
    const { name } = await putRelease(source, versions, checking);
    rmSync(join(versions, name, lost));
    await putRelease(source, versions, checking);
    expect(readdirSync(versions)).toEqual([name]);
    expect(readFileSync(join(versions, name, main), "utf8")).toBe("serve();");
    expect(readdirSync(join(versions, name))).toContain(releaseFile);
  },
);

const zeros = Buffer.alloc(60e6);
type Entries = Awaited<ReturnType<typeof smallEntries>>;

const withManifest = (
  entries: Entries,
  change: (manifest: ReleaseManifest & { sizes: object; needs: object }) => void,
): Entries =>
  entries.map((each) => {
    if (!each.path.endsWith(releaseFile)) return each;
    const manifest = JSON.parse(String(each.content));
    change(manifest);
    return { ...each, content: Buffer.from(JSON.stringify(manifest)) };
  });

const withMain = (entries: Entries, content: Buffer): Entries =>
  entries.map((each) => (each.path.endsWith(main) ? { ...each, content } : each));
const bomb = { path: "stoep/bomb", content: zeros };
const changed = (path: string) => `is damaged or was changed (${path})`;

test.each<[string, (entries: Entries) => Entries, string]>([
  ["a file that is larger than named", (entries) => withMain(entries, zeros), changed(main)],
  ["another file", (entries) => withMain(entries, Buffer.from("steal();")), changed(main)],
  ["a file that is not named", (entries) => [...entries, bomb], changed("bomb")],
  ["a file twice", (entries) => [...entries, ...entries.slice(1)], changed(main)],
  ["a file before the release.json, and after it", (all) => [bomb, ...all], changed("bomb")],
  [
    "a release.json without end",
    (entries) => [{ ...bomb, path: "stoep/release.json" }, ...entries.slice(1)],
    "holds no release of Stoep",
  ],
  [
    "a second folder",
    (entries) => [...entries, { path: "other/file", content: Buffer.from("x") }],
    "holds no release of Stoep",
  ],
  [
    "a link",
    (entries) => [...entries, { path: "stoep/link", type: "SymbolicLink", linkpath: "/etc" }],
    changed("link"),
  ],
  [
    "a path that leads out",
    (entries) => [...entries, { path: "stoep/../../out", content: Buffer.from("x") }],
    changed("../../out"),
  ],
  [
    "a path that leads out and is named",
    (entries) =>
      withManifest(entries, (manifest) => {
        Object.assign(manifest.files, { "../../out": "0".repeat(64) });
        Object.assign(manifest.sizes, { "../../out": 1 });
      }),
    "Its release.json cannot be read",
  ],
  [
    "sizes that leave no room on the disk",
    (entries) =>
      withManifest(entries, (manifest) => void Object.assign(manifest.sizes, { [main]: 1e15 })),
    "There is not enough room on the disk of",
  ],
  [
    "no sizes",
    (entries) =>
      withManifest(entries, (manifest) => void Reflect.deleteProperty(manifest, "sizes")),
    `does not say how large ${main} is`,
  ],
  [
    "programs for a newer C library",
    (entries) =>
      withManifest(entries, (manifest) => void Object.assign(manifest.needs, { glibc: "9.99" })),
    "This release needs glibc 9.99 or newer, and this machine has",
  ],
])("an archive with %s is refused, and no more of it unpacked", async (_, change, says) => {
  const file = forge(join(newFolder(), "bomb.tar.gz"), change(await smallEntries()));
  const refused = await refusal(file);
  expect(refused.says).toContain(says);
  expect(refused.most).toBeLessThan(2e6);
});

test("what is packed behind the last file is not unpacked without end", async () => {
  const entries = await smallEntries();
  const file = forge(join(newFolder(), "long.tar.gz"), entries);
  writeFileSync(file, gzipSync(Buffer.concat([gunzipSync(readFileSync(file)), zeros])));
  expect((await refusal(file)).says).toContain("holds more than its release.json names");
});

test("what is no archive is refused", async () => {
  const file = join(newFolder(), "photo.tar.gz");
  writeFileSync(file, "not an archive at all");
  expect((await refusal(file)).says).toContain(
    "photo.tar.gz is not a complete archive: it is damaged, or it never was one.",
  );
});

test.each<[string, (folder: string) => void, string]>([
  ["another file", (folder) => writeFileSync(join(folder, "more"), zeros), "(more)"],
  ["a larger file", (folder) => writeFileSync(join(folder, main), zeros), `(${main})`],
  ["a link", (folder) => symlinkSync("/etc/passwd", join(folder, "link")), "(link)"],
])("an unpacked release with %s is refused and not copied", async (_, change, says) => {
  const folder = await smallRelease();
  change(folder);
  const refused = await refusal(folder);
  expect(refused.says).toContain(`is damaged or was changed ${says}`);
  expect(refused.most).toBeLessThan(2e6);
});

test.for<[string, string, string]>([
  ["is too small for it", "size=30m", "There is not enough room on the disk of"],
  ["can take no more files", "size=200m,nr_inodes=6", "The disk of"],
])("a disk of programs that %s is named, and no other", async ([_, options, says], { skip }) => {
  const versions = smallDisk(options, skip);
  const message = await putRelease(await smallRelease(), versions, checking).then(() => "", String);
  expect(message).toContain(`${says} ${versions}, where programs go`);
  expect(readdirSync(versions)).toEqual([]);
});
