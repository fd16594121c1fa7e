import { X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { connect, createServer } from "node:tls";
// The library below needs this import first.
import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../config.ts";
import { handClock } from "../../testing.ts";
import { newFolder } from "../backup/testing.ts";
import { makeAuthority } from "./authority.ts";
import { openCertificates } from "./certificates.ts";
import { covers, endOf, isWide, namesOf } from "./pair.ts";
import { dayMs } from "./testing.ts";

/** The address the building's router gave this machine; empty for its real one. */
const machine = vi.hoisted(() => ({ address: "" }));
vi.mock("node:os", async (load) => {
  const os = await load<typeof import("node:os")>();
  const networkInterfaces = () =>
    machine.address
      ? { eth0: [{ address: machine.address, family: "IPv4", internal: false }] }
      : os.networkInterfaces();
  return { ...os, networkInterfaces };
});

afterEach(() => {
  machine.address = "";
});

/** Starts as the machine does, on one data folder. Returns the certificates and the messages. */
async function start(data: string, env: Record<string, string> = {}, clock = () => new Date()) {
  const messages: string[] = [];
  const tell = (words: string) => void messages.push(words);
  const config = readConfig({ STOEP_DATA: data, HTTPS: "local", ...env });
  const certificates = await openCertificates(config, { clock, tell });
  if (!certificates?.authority) throw new Error("no authority");
  return { certificates, root: certificates.authority, messages };
}

const secretsIn = (data: string) => ({
  folder: join(data, "secrets"),
  authority: join(data, "secrets", "authority.pem"),
  server: join(data, "secrets", "server.pem"),
});

test("the first start makes an authority and a certificate that only Stoep's user can read", async () => {
  const data = newFolder();
  const { certificates, root, messages } = await start(data, {
    STOEP_ORIGIN: "https://court.example",
  });
  const { folder, authority, server } = secretsIn(data);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of [authority, server]) expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(root.ca).toBe(true);
  expect(endOf(root).getTime() - Date.now()).toBeGreaterThan(3640 * dayMs);
  const [own] = certificates.pair().chain;
  for (const host of ["localhost", "127.0.0.1", "[::1]", "court.example"])
    expect(covers(own, host), host).toBe(true);
  expect(own.ca).toBe(false);
  expect(own.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  expect(Date.parse(own.validTo) - Date.parse(own.validFrom)).toBeLessThanOrEqual(397 * dayMs);
  expect(messages).toEqual([]);
});

test("the authority stays from start to start, and a lost or damaged certificate is made again", async () => {
  const data = newFolder();
  const first = await start(data);
  const same = await start(data);
  expect(same.root.fingerprint256).toBe(first.root.fingerprint256);
  const ofPair = ({ certificates }: typeof first) => certificates.pair().chain[0].fingerprint256;
  expect(ofPair(same)).toBe(ofPair(first));

  writeFileSync(secretsIn(data).server, "damaged");
  const mended = await start(data);
  expect(mended.root.fingerprint256).toBe(first.root.fingerprint256);
  expect(ofPair(mended)).not.toBe(ofPair(first));

  // An authority is never replaced behind anybody's back.
  writeFileSync(secretsIn(data).authority, "damaged");
  await expect(start(data)).rejects.toThrow(
    /no certificate in PEM form in .*authority.pem.* Bring it back from a backup, or delete it/,
  );
  expect(readFileSync(secretsIn(data).authority, "utf8")).toBe("damaged");
});

test("a restored authority replaces a certificate that another one had signed", async () => {
  const [data, other] = [newFolder(), newFolder()];
  const first = await start(data);
  await start(other);
  writeFileSync(secretsIn(data).server, readFileSync(secretsIn(other).server));
  const { certificates, root } = await start(data);
  expect(root.fingerprint256).toBe(first.root.fingerprint256);
  expect(certificates.pair().chain[0].verify(root.publicKey)).toBe(true);
});

test("thirty days before it ends, the same authority makes a new certificate", async () => {
  const { clock, pass } = handClock(new Date().toISOString());
  const { certificates, root, messages } = await start(newFolder(), {}, clock);
  const first = certificates.pair().chain[0];
  pass({ days: 360 });
  await certificates.renew();
  expect(certificates.pair().chain[0].fingerprint256).toBe(first.fingerprint256);
  pass({ days: 10 });
  await certificates.renew();
  const [second] = certificates.pair().chain;
  expect(second.fingerprint256).not.toBe(first.fingerprint256);
  expect(second.verify(root.publicKey)).toBe(true);
  expect(messages).toEqual([expect.stringMatching(/^A new certificate was made for localhost, /)]);
});

test("another address by the router is not vouched for, and the machine's name still is", async () => {
  machine.address = "203.0.113.5";
  // One of the world outside is certified too when the machine has it at the first start.
  const outside = await start(newFolder());
  expect(covers(outside.certificates.pair().chain[0], "203.0.113.5")).toBe(true);
  machine.address = "192.168.1.20";
  const { certificates } = await start(newFolder());
  const isFor = (host: string) => covers(certificates.pair().chain[0], host);
  const name = `${hostname().split(".")[0]?.toLowerCase()}.local`;
  expect([isFor("192.168.1.20"), isFor("192.168.1.77"), isFor(name)]).toEqual([true, false, true]);
  expect(certificates.problems()).toEqual([]);
  machine.address = "192.168.1.77";
  await certificates.renew();
  expect([isFor("192.168.1.77"), isFor(name)]).toEqual([false, true]);
  expect(certificates.problems()).toEqual([
    expect.stringMatching(
      `now has the address 192.168.1.77, .* Use the machine's name ${name}, .* or delete that file`,
    ),
  ]);
});

test("an authority of version 0.1, of every private address, goes on certifying another one", async () => {
  const data = newFolder();
  mkdirSync(secretsIn(data).folder);
  const limits = { names: ["local", "localhost", "home.arpa"], ranges: ["192.168.0.0/16"] };
  const { key, cert } = await makeAuthority({ name: "Stoep", limits }, new Date());
  writeFileSync(secretsIn(data).authority, key + cert);
  machine.address = "192.168.1.20";
  const { certificates, root, messages } = await start(data);
  expect(messages).toEqual([]);
  expect(isWide(root)).toBe(true);
  expect(isWide((await start(newFolder())).root)).toBe(false);
  machine.address = "192.168.1.77";
  await certificates.renew();
  expect(covers(certificates.pair().chain[0], "192.168.1.77")).toBe(true);
});

test("a building with data gets a warning that it has a new authority", async () => {
  const data = newFolder();
  writeFileSync(join(data, "stoep.db"), "");
  const { messages } = await start(data);
  expect(messages).toEqual([
    expect.stringMatching(/Stoep made a new certificate authority.*Every device has to trust it/),
  ]);
});

test("a clock that is ten years ahead, or was, changes no authority", async () => {
  const data = newFolder();
  const { clock, pass } = handClock(new Date().toISOString());
  const { certificates, root } = await start(data, {}, clock);
  pass({ days: 3660 });
  await certificates.renew();
  expect(certificates.problems()).toEqual([
    expect.stringMatching(/authority is not valid at that time/),
  ]);
  const later = await start(data, {}, clock).catch((error: Error) => error.message);
  expect(later).toMatch(/valid from .* to .*, but the machine's clock says .* Set the clock/);
  pass({ days: -3660 });
  const back = await start(data, {}, clock);
  expect(back.root.fingerprint256).toBe(root.fingerprint256);
});

test("with a clock that was never set no authority is made", async () => {
  const clock = () => new Date("1970-01-01T00:05:00Z");
  await expect(start(newFolder(), {}, clock)).rejects.toThrow(/needs the right time.*timedatectl/);
});

test("a name it was not made for is refused with what to do; one it was made for is certified", async () => {
  const data = newFolder();
  await start(data);
  await expect(start(data, { STOEP_ORIGIN: "https://court.example" })).rejects.toThrow(
    /cannot vouch for court.example. Set STOEP_ORIGIN back, or delete that file/,
  );
  await expect(start(data, { STOEP_ORIGIN: "https://court.local:3000" })).rejects.toThrow(
    /cannot vouch for court.local/,
  );
  const { certificates } = await start(newFolder(), { STOEP_ORIGIN: "https://court.local:3000" });
  expect(namesOf(certificates.pair().chain[0])).toContain("court.local");
});

test.each(["bank.example", "router.local", "192.168.1.1"])(
  "whoever steals the authority cannot pass for %s",
  async (host) => {
    const data = newFolder();
    const { root } = await start(data);
    const forged = await forge(readFileSync(secretsIn(data).authority, "utf8"), host);
    const server = createServer(forged).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const failure = await new Promise<Error>((resolve, reject) => {
      const socket = connect({ port, ca: String(root), checkServerIdentity: () => undefined }, () =>
        reject(new Error("it was believed")),
      );
      socket.once("error", resolve);
    });
    expect(failure.message).toBe("permitted subtree violation");
  },
);

/** Signs a certificate for any name with the stolen key, regardless of the limits. */
async function forge(stolen: string, name: string) {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const { subtle } = globalThis.crypto;
  const [key = "", cert = ""] = stolen.split(/(?=-----BEGIN CERTIFICATE)/);
  const keys = await subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const bytes = x509.PemConverter.decodeFirst(key);
  const issuer = new x509.X509Certificate(cert);
  const certificate = await x509.X509CertificateGenerator.create({
    issuer: issuer.subjectName,
    subject: `CN=${name}`,
    publicKey: keys.publicKey,
    notBefore: issuer.notBefore,
    notAfter: issuer.notAfter,
    signingAlgorithm: algorithm,
    signingKey: await subtle.importKey("pkcs8", bytes, algorithm, false, ["sign"]),
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        { type: isIP(name) === 0 ? "dns" : "ip", value: name },
      ]),
    ],
  });
  const secret = await subtle.exportKey("pkcs8", keys.privateKey);
  return {
    cert: `${certificate.toString("pem")}\n${new X509Certificate(cert)}`,
    key: x509.PemConverter.encode(secret, "PRIVATE KEY"),
  };
}
