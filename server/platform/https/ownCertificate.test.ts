import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { certify } from "./authority.ts";
import { openCertificates } from "./certificates.ts";
import { filesFor, inDays, openSecureServer, send, someAuthority } from "./testing.ts";

const open = async (env: Record<string, string>, at = new Date()) => {
  const messages: string[] = [];
  const tell = (words: string) => void messages.push(words);
  const certificates = await openCertificates(readConfig(env), { clock: () => at, tell });
  return { certificates, messages };
};

test("a certificate with its key is served as it is, without a message", async () => {
  const { env } = await filesFor(["stoep.example"]);
  const { certificates, messages } = await open({ ...env, STOEP_ORIGIN: "https://stoep.example" });
  expect(certificates).toMatchObject({ kind: "own", authority: null });
  expect(certificates?.problems()).toEqual([]);
  expect(messages).toEqual([]);
});

type Files = Awaited<ReturnType<typeof filesFor>>;
const put = (which: "HTTPS_CERT" | "HTTPS_KEY", text: string) => (files: Files) =>
  writeFileSync(files.env[which], text);
const pem = (what: string, content: string) =>
  `-----BEGIN ${what}-----\n${content}\n-----END ${what}-----`;
const locked = pem("ENCRYPTED PRIVATE KEY", "MIIBHDBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQI");

/** Puts a folder in the place of a file. */
function putFolder({ env }: Files): void {
  rmSync(env.HTTPS_KEY);
  mkdirSync(env.HTTPS_KEY);
}

const putOthersKey = async ({ env, issuer }: Files) =>
  writeFileSync(env.HTTPS_KEY, (await certify(issuer, ["stoep.example"], new Date())).key);

test.each<[string, (files: Files) => unknown, RegExp]>([
  ["is not there", ({ env }) => rmSync(env.HTTPS_CERT), /HTTPS_CERT: there is no file .*chain.pem/],
  ["is a folder", putFolder, /HTTPS_KEY: .*key.pem is a folder/],
  ["is empty", put("HTTPS_CERT", ""), /no certificate in PEM form in .*chain.pem/],
  ["is damaged", put("HTTPS_CERT", pem("CERTIFICATE", "AAAA")), /in .*chain.pem is damaged/],
  ["has no key", put("HTTPS_KEY", "x"), /no private key in PEM form in .*key.pem/],
  ["has a locked key", put("HTTPS_KEY", `${locked}\n`), /locked with a password|no private key in/],
  ["has another one's key", putOthersKey, /key.pem does not belong to the first certificate in/],
])("a certificate that %s: refused in words that name the file", async (_, spoil, words) => {
  const files = await filesFor(["stoep.example"]);
  await spoil(files);
  await expect(open(files.env)).rejects.toThrow(words);
});

test("one for another name than STOEP_ORIGIN: refused, with the names it is for", async () => {
  const { env } = await filesFor(["stoep.example", "www.stoep.example"]);
  await expect(open({ ...env, STOEP_ORIGIN: "https://court.example" })).rejects.toThrow(
    /is for stoep.example, www.stoep.example, but STOEP_ORIGIN, .*, is https:\/\/court.example/,
  );
});

test("a wildcard certificate needs a setting with the name", async () => {
  const { env } = await filesFor(["*.court.example"]);
  await expect(open(env)).rejects.toThrow(/nobody can type. Set STOEP_ORIGIN/);
  const { messages } = await open({ ...env, STOEP_ORIGIN: "https://stoep.court.example" });
  expect(messages).toEqual([]);
});

test("one that has ended, ends soon or is yet to begin is served with loud words", async () => {
  const { env } = await filesFor(["stoep.example"]);
  expect((await open(env, inDays(400))).messages).toEqual([
    expect.stringMatching(/expired on \d{4}-\d\d-\d\d, so every browser warns/),
  ]);
  expect((await open(env, inDays(390))).messages).toEqual([
    expect.stringMatching(/expires on .* Renew it/),
  ]);
  expect((await open(env, inDays(-9))).messages).toEqual([
    expect.stringMatching(/is not valid yet/),
  ]);
});

test("a renewed certificate is served without a restart; a damaged one is reported once and ignored", async () => {
  const { env, issuer, write } = await filesFor(["stoep.example"]);
  const messages: string[] = [];
  const { port, certificates } = await openSecureServer(env, {
    tell: (words) => void messages.push(words),
  });
  const look = async () => {
    await certificates.renew();
    const headers = { host: `stoep.example:${port}` };
    const ca = issuer.cert;
    return (await send(port, "/api/health", { ca, servername: "stoep.example", headers }))
      .certificate;
  };
  const first = await look();
  writeFileSync(env.HTTPS_CERT, "half");
  expect(await look()).toBe(first);
  await certificates.renew();
  expect(messages).toEqual([
    expect.stringMatching(/not used yet. .*no certificate in PEM form in .*chain.pem/),
  ]);
  expect(certificates.problems()).toEqual(messages);

  write(await certify(issuer, ["stoep.example"], new Date()));
  const second = await look();
  expect(second).not.toBe(first);
  expect(second).toBe(certificates.pair().chain[0].fingerprint256);
  expect(messages[1]).toMatch(/now uses the certificate in .* valid until/);
  expect(certificates.problems()).toEqual([]);

  chmodSync(env.HTTPS_KEY, 0o600);
  rmSync(join(env.HTTPS_KEY));
  expect(await look()).toBe(second);
});

test("it is known everywhere only if its signatures lead to a root that every device has", async () => {
  const root = await someAuthority();
  const { env } = await filesFor(["stoep.example"], { authority: root });
  const isPublic = async (roots: string[], at = new Date()) => {
    const clock = () => at;
    return (await openCertificates(readConfig(env), { clock, roots }))?.isPublic();
  };
  expect(await isPublic([root.cert])).toBe(true);
  // Another authority with the same name, which a comparison by name alone would accept.
  expect(await isPublic([(await someAuthority()).cert])).toBe(false);
  expect(await isPublic([])).toBe(false);
  expect(await isPublic([root.cert], inDays(400))).toBe(false);
  expect((await openCertificates(readConfig(env)))?.isPublic()).toBe(false);
});
