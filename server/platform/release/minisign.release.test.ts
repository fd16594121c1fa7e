import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  newKey,
  publicKeyText,
  readSecretKey,
  secretKeyText,
  signatureText,
} from "../../../scripts/packing/sign.ts";
import { tool } from "../../../scripts/tool.ts";
import { hashFile, hashText, idOf, readPublicKey, signerOf } from "./minisign.ts";
import { ReleaseError } from "./releaseError.ts";

const secret = newKey();
const hash = hashText("a release");
const text = signatureText(hash, secret, "stoep-1.0.0.tar.gz");

test("keys survive being written and read", () => {
  expect(readPublicKey(publicKeyText(secret), "x")).toEqual({ id: secret.id, key: secret.key });
  expect(readSecretKey(secretKeyText(secret), "x")).toEqual(secret);
});

test("a signature holds for its content and its key alone", () => {
  const other = newKey();
  expect(idOf(signerOf(hash, text, [other, secret], "it"))).toBe(idOf(secret));
  expect(() => signerOf(hashText("another"), text, [secret], "it")).toThrow("not what was signed");
  expect(() => signerOf(hash, text, [other], "it")).toThrow(
    `signed with the key ${idOf(secret)}, but the installed Stoep knows only ${idOf(other)}`,
  );
  // Another key with the same id.
  expect(() => signerOf(hash, text, [{ ...other, id: secret.id }], "it")).toThrow(ReleaseError);
  expect(() => signerOf(hash, text.replace("stoep-1", "stoep-2"), [secret], "it")).toThrow(
    "not what was signed",
  );
});

test("no byte of a signature can be changed", () => {
  const lines = text.split("\n");
  for (const line of [1, 3]) {
    const bytes = Buffer.from(lines[line] ?? "", "base64");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const put = (each: string, index: number) =>
        index === line ? changed.toString("base64") : each;
      const forged = lines.map(put).join("\n");
      expect(() => signerOf(hash, forged, [secret], "it")).toThrow(ReleaseError);
    }
  }
});

test.each(["", "untrusted comment: x", "a\nb\nc\nd", publicKeyText(secret)])(
  "%j is no signature and no secret key",
  (no) => {
    expect(() => signerOf(hash, no, [secret], "it")).toThrow("cannot be read");
    expect(() => readSecretKey(no, "k")).toThrow("k is no secret key of minisign.");
  },
);

/** Why minisign is not available here, or null. */
const missing = (() => {
  try {
    tool("minisign", "minisign");
    return null;
  } catch (error) {
    return (error as Error).message;
  }
})();
if (missing) console.error(`${missing} Its tests are left out.`);

describe.skipIf(missing !== null)("with Debian's minisign", () => {
  const folder = mkdtempSync(join(tmpdir(), "stoep-minisign-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const minisign = (...words: string[]) =>
    execFileSync("minisign", words, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  /** A key's id from the first line of its file. Debian's minisign leaves out leading zeros. */
  const shownIn = (file: string) => {
    const [, shown = ""] = /public key ([\dA-F]+)\n/.exec(readFileSync(at(file), "utf8")) ?? [];
    return shown.padStart(16, "0");
  };
  const content = "x".repeat(100_000);
  writeFileSync(at("file"), content);

  test("it takes our keys and our signatures", async () => {
    writeFileSync(at("ours.pub"), publicKeyText(secret));
    writeFileSync(at("ours.key"), secretKeyText(secret));
    const signature = signatureText(await hashFile(at("file")), secret, "from us");
    writeFileSync(at("file.minisig"), signature);
    const output = minisign("-V", "-m", "file", "-p", "ours.pub");
    expect(output).toContain("Signature and comment signature verified");
    expect(output).toContain("from us");
    minisign("-R", "-s", "ours.key", "-p", "again.pub", "-f");
    expect(readPublicKey(readFileSync(at("again.pub"), "utf8"), "x").key).toEqual(secret.key);
    minisign("-S", "-s", "ours.key", "-m", "file", "-x", "theirs.minisig");
    const theirs = readFileSync(at("theirs.minisig"), "utf8");
    expect(signerOf(hashText(content), theirs, [secret], "file").id).toEqual(secret.id);
    writeFileSync(at("file"), `${content}y`);
    expect(() => minisign("-V", "-m", "file", "-p", "ours.pub")).toThrow(/verification failed/);
    writeFileSync(at("file"), content);
  });

  test.each([0, 1, 2])(
    "a key whose name begins with %d zero bytes goes by the same name",
    (zeros) => {
      const key = { ...secret, id: Buffer.from(secret.id).fill(0, 8 - zeros) };
      writeFileSync(at("zeros.key"), secretKeyText(key));
      minisign("-R", "-s", "zeros.key", "-p", "zeros.pub", "-f");
      expect(shownIn("zeros.pub")).toBe(idOf(key));
    },
  );

  test("we take its keys and its signatures, but none of its old kind", () => {
    minisign("-G", "-W", "-p", "its.pub", "-s", "its.key");
    minisign("-S", "-s", "its.key", "-m", "file", "-x", "its.minisig", "-t", "from it");
    const its = readPublicKey(readFileSync(at("its.pub"), "utf8"), "its.pub");
    const signature = readFileSync(at("its.minisig"), "utf8");
    expect(signerOf(hashText(content), signature, [its], "file")).toEqual(its);
    expect(shownIn("its.pub")).toBe(idOf(its));
    const own = readSecretKey(readFileSync(at("its.key"), "utf8"), "its.key");
    expect(own.key).toEqual(its.key);
    minisign("-S", "-l", "-s", "its.key", "-m", "file", "-x", "old.minisig");
    const old = readFileSync(at("old.minisig"), "utf8");
    expect(() => signerOf(hashText(content), old, [its], "file")).toThrow("of an old kind");
  });
});
