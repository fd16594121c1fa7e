import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../config.ts";
import { openCertificates } from "../platform/https/certificates.ts";
import type { Certificates } from "../platform/https/currentPair.ts";
import { filesFor, openSecureServer, send } from "../platform/https/testing.ts";
import { clientErrorHandler, drainOnClose } from "./connectionLimits.ts";
import { tlsAndPlainServer } from "./tlsAndPlainServer.ts";

const entry = JSON.stringify({ username: "nobody", password: "a good long password" });
const json = { "content-type": "application/json" };

/** A server with HTTPS and its own certificate authority, and functions to call it. */
async function localServer() {
  const server = await openSecureServer({ HTTPS: "local" });
  return { ...server, ca: String(server.certificates.authority) };
}

test("a session is given over HTTPS in a Secure cookie of this host, and taken back from it", async () => {
  const { port, ca, tokenOf } = await localServer();
  const headers = { cookie: `__Host-sid=${tokenOf("thandi")}` };
  const current = await send(port, "/api/trpc/public.session.current", { ca, headers });
  expect(current.body).toContain("Thandi".toLowerCase());
  const out = await send(port, "/api/trpc/public.session.signOut", {
    ca,
    method: "POST",
    headers: { ...headers, ...json },
    body: "{}",
  });
  expect(out.headers["set-cookie"]?.[0]).toMatch(
    /^__Host-sid=; Max-Age=0; Path=\/; .*; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test.each([
  ["GET", "/api/trpc/public.session.current"],
  ["POST", "/api/trpc/public.session.signIn"],
  ["GET", "/api/property/all_announcements"],
  ["GET", "/%61pi/trpc/public.session.current"],
  ["POST", "/login"],
])("over plain HTTP %s %s is refused in words, without a cookie", async (method, path) => {
  const { port, tokenOf } = await localServer();
  const cookie = ["sid", "__Host-sid"].map((name) => `${name}=${tokenOf("thandi")}`).join("; ");
  const body = method === "GET" ? undefined : entry;
  const answer = await send(port, path, {
    method,
    headers: { ...json, cookie },
    ...(body && { body }),
  });
  expect(answer).toMatchObject({ status: 403 });
  expect(JSON.parse(answer.body)).toMatchObject({
    code: "request.plain_http",
    message: expect.stringContaining("https://"),
  });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(answer.body).not.toContain("thandi");
});

test.each(["/", "/login?to=/resident/issues", "/resident/reports", "/assets/x.js", "/api/docs"])(
  "an old bookmark of %s leads to how to trust the house, and on to there",
  async (path) => {
    const { port } = await localServer();
    const answer = await send(port, path);
    expect(answer).toMatchObject({
      status: 302,
      headers: { location: `/trust?to=${encodeURIComponent(path)}` },
    });
  },
);

test("with a certificate of one's own the bookmark leads to HTTPS, at a name of the certificate", async () => {
  const { env } = await filesFor(["stoep.example", "www.stoep.example"]);
  const origin = "https://stoep.example:3000";
  const { port } = await openSecureServer({ ...env, STOEP_ORIGIN: origin });
  const from = async (host: string) =>
    (await send(port, "/fines?a=b", { headers: { host } })).headers;
  expect(await send(port, "/fines?a=b")).toMatchObject({ status: 308 });
  expect((await from(`www.stoep.example:${port}`)).location).toBe(
    `https://www.stoep.example:${port}/fines?a=b`,
  );
  for (const other of [`127.0.0.1:${port}`, "localhost", "www.stoep.example:9"])
    expect((await from(other)).location, other).toBe(`${origin}/fines?a=b`);
  for (const other of ["evil.example", "a b", "[::1"])
    expect((await from(other)).location, other).toBeUndefined();
  expect((await send(port, "/trust")).headers.location).toBe(`${origin}/trust`);
});

test("HSTS is promised for a certificate that every device trusts, over HTTPS and for names only", async () => {
  const { env, issuer } = await filesFor(["stoep.example"]);
  const promise = async (roots: string[], host = "stoep.example", secure = true) => {
    const { port } = await openSecureServer(env, { roots });
    const headers = { host: `${host}:${port}` };
    const how = secure ? { ca: issuer.cert, servername: "stoep.example" } : {};
    const answer = await send(port, "/api/health", { ...how, headers });
    return answer.headers["strict-transport-security"];
  };
  expect(await promise([issuer.cert])).toBe("max-age=31536000");
  expect(await promise([issuer.cert], "127.0.0.1")).toBeUndefined();
  expect(await promise([issuer.cert], "[::1]")).toBeUndefined();
  expect(await promise([issuer.cert], "stoep.example", false)).toBeUndefined();
  expect(await promise([])).toBeUndefined();
});

test("of TLS only the versions that are safe are spoken, the newest first", async () => {
  const { port, ca } = await localServer();
  const speak = (maxVersion: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3") =>
    new Promise<string | null>((resolve) => {
      // The client accepts any cipher, so that a refusal can only mean the version.
      const ciphers = "DEFAULT:@SECLEVEL=0";
      const to = { host: "127.0.0.1", servername: "localhost", port, ca };
      const socket = connectTls({ ...to, ciphers, minVersion: "TLSv1", maxVersion });
      onTestFinished(() => void socket.destroy());
      socket.once("secureConnect", () => resolve(socket.getProtocol()));
      socket.once("error", () => resolve("refused"));
    });
  expect(await speak("TLSv1")).toBe("refused");
  expect(await speak("TLSv1.1")).toBe("refused");
  expect(await speak("TLSv1.2")).toBe("TLSv1.2");
  expect(await speak("TLSv1.3")).toBe("TLSv1.3");
});

/** A server on both protocols that responds when the test says so. */
async function slowServer(patienceMs?: number) {
  const config = readConfig({ STOEP_DATA: (await filesFor(["x.example"])).folder, HTTPS: "local" });
  const certificates = (await openCertificates(config)) as Certificates;
  const serverFactory = tlsAndPlainServer(certificates, patienceMs);
  const app = fastify({ serverFactory, clientErrorHandler, return503OnClosing: true });
  drainOnClose(app);
  let markArrived = () => {};
  let answer = () => {};
  const arrived = new Promise<void>((resolve) => {
    markArrived = resolve;
  });
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  app.get("/", async () => {
    markArrived();
    await released;
    return "done";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as { port: number };
  return { app, port, ca: String(certificates.authority), arrived, answer };
}

function dial(port: number): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** The first bytes of a TLS connection, with nothing after them. */
const beginningOfTls = Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]);

test("who says nothing, or begins TLS and says no more, is cut off", async () => {
  const { port } = await slowServer(50);
  const [silent, half] = [dial(port), dial(port)];
  half.write(beginningOfTls);
  half.resume();
  silent.resume();
  await Promise.all([once(silent, "close"), once(half, "close")]);
});

test.each([
  ["plain HTTP", false],
  ["HTTPS", true],
])("what is no HTTP is refused in words, over %s too", async (_, secure) => {
  const { port, ca } = await slowServer();
  const socket = secure ? connectTls({ port, host: "127.0.0.1", ca }) : dial(port);
  socket.write("HELLO\r\n\r\n");
  let response = "";
  socket.on("data", (chunk) => {
    response += chunk;
  });
  await once(socket, "close");
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request[\s\S]*request\.not_http/);
});

test("what is neither is closed on, and the next is served", async () => {
  const { app, port, ca, answer } = await slowServer();
  const odd = dial(port);
  odd.end(Buffer.concat([beginningOfTls, Buffer.alloc(600, 0xff)]));
  odd.resume();
  await once(odd, "close");
  const gone = dial(port);
  await once(gone, "connect");
  gone.resetAndDestroy();
  answer();
  expect(await send(port, "/", { ca })).toMatchObject({ body: "done" });
  await app.close();
});

test.each([
  ["plain HTTP", false],
  ["HTTPS", true],
])(
  "closing lets a call over %s finish, and waits for nobody who asks for nothing",
  async (_, secure) => {
    const { app, port, ca, arrived, answer } = await slowServer();
    const [silent, half] = [dial(port), dial(port)];
    half.write(beginningOfTls);
    const idle = connectTls({ port, host: "127.0.0.1", ca });
    idle.on("error", () => undefined);
    await Promise.all([once(silent, "connect"), once(idle, "secureConnect")]);
    const call = send(port, "/", secure ? { ca } : {});
    await arrived;
    const closed = app.close();
    const ends = [silent, half, idle].map((socket) => once(socket.resume(), "close"));
    await Promise.all(ends);
    answer();
    expect(await call).toMatchObject({ status: 200, body: "done" });
    await closed;
  },
);
