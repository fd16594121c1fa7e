import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../../platform/backup/testing.ts";
import { mailServer } from "../../platform/mail/testing.ts";
import { checkMail } from "./mail.ts";

/** The address of a mail server that behaves as `options` say. */
async function at(options: SMTPServerOptions = {}, scheme = "smtp", user = "") {
  const { port } = await mailServer(options);
  return `${scheme}://${user}127.0.0.1:${port}`;
}

/** A server that accepts connections and never answers. */
async function silentServer() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A self-signed certificate, and its file. */
function ownCertificate() {
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(newFolder(), name)) as [
    string,
    string,
  ];
  const wanted = ["-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=mail.example"];
  const names = ["-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync("openssl", ["req", "-x509", ...wanted, ...names, "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  return { key: readFileSync(key), cert: readFileSync(cert), file: cert };
}

const wantsPassword: SMTPServerOptions = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _, done) =>
    password === "right" ? done(null, { user: username }) : done(new Error(`not ${password}`)),
};

test("without mail set up, and with a server that takes us, all is well", async () => {
  expect(await checkMail(null)).toMatchObject({ verdict: "ok" });
  expect(await checkMail({ url: await at() })).toMatchObject({ verdict: "ok" });
  const known = await at(wantsPassword, "smtp", "stoep:right@");
  expect(await checkMail({ url: known })).toMatchObject({ verdict: "ok" });
});

test("a certificate of its own making is trusted where SMTP_CA names it", async () => {
  const { file: authority, ...pair } = ownCertificate();
  const url = await at({ secure: true, ...pair }, "smtps");
  expect(await checkMail({ url, authority })).toMatchObject({ verdict: "ok" });
  expect(await checkMail({ url, authority: `${authority}.lost` })).toMatchObject({
    verdict: "bad",
    says: expect.stringMatching(/cert\.pem\.lost cannot be read/),
    mend: expect.stringContaining("SMTP_CA"),
  });
});

test.each<[string, () => Promise<string> | string, RegExp, RegExp]>([
  [
    "a port nobody listens on",
    () => "smtp://127.0.0.1:1",
    /^No mail server listens at 127\.0\.0\.1:1\.$/,
    /Look at the port/,
  ],
  ["a server that stays silent", silentServer, /does not answer\.$/, /Look at the port/],
  [
    "a wrong password",
    () => at(wantsPassword, "smtp", "stoep:swordfish@"),
    /does not take the user and password\.$/,
    /Put the right ones into SMTP_URL/,
  ],
  [
    "a certificate of its own making",
    () => at({ secure: true, ...ownCertificate() }, "smtps"),
    /certificate of the mail server \S+ cannot be trusted \(self-signed certificate\)\.$/,
    /valid certificate/,
  ],
  [
    "smtps:// where the server speaks plain",
    () => at({}, "smtps"),
    /does not speak smtps:\/\/ on this port\.$/,
    /Write smtp:\/\/ in SMTP_URL instead/,
  ],
  [
    "a server that wants nobody",
    () => at({ onConnect: (_, done) => done(new Error("no service here")) }),
    /refuses us \(554 no service here\)\.$/,
    /Ask who runs it/,
  ],
])("%s is said in plain words, without the password", async (_, address, says, mend) => {
  const finding = await checkMail({ url: await address() }, 1_000);
  expect(finding).toEqual({
    verdict: "bad",
    says: expect.stringMatching(says),
    mend: expect.stringMatching(mend),
  });
  expect(JSON.stringify(finding)).not.toContain("swordfish");
});
