import { statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openServer } from "../../testing.ts";
import { newFolder } from "../backup/testing.ts";
import { noteRefusedHosts, readRefusedHosts } from "./refused.ts";

const own = hostname().toLowerCase();
const short = own.split(".")[0];

/** Sends these header lines exactly. Returns the status and the error code. */
async function ask(port: number, lines: string[], path = "/api/health") {
  const socket = connect(port, "127.0.0.1");
  socket.write([`GET ${path} HTTP/1.1`, ...lines, "Connection: close", "", ""].join("\r\n"));
  const answer = await text(socket);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
    code: /"code":"([a-z._]+)"/.exec(answer)?.[1],
    answer,
  };
}

test.each([
  ...["127.0.0.1", "127.0.0.1:3000", "10.20.30.40", "192.168.1.20:80", "[::1]", "[fd00::1]:3000"],
  ...["localhost", "LOCALHOST:3000", "localhost.", own, `${short}.local`, `${short}.LOCAL:4400`],
])("asked as %s it answers", async (host) => {
  const { port } = await openServer();
  expect(await ask(port, [`Host: ${host}`])).toMatchObject({ status: 200 });
});

test.each([
  ["evil.example", 421, "request.unknown_host"],
  ["evil.example:3000", 421, "request.unknown_host"],
  ["127.0.0.1.evil.example", 421, "request.unknown_host"],
  ["localhost.evil.example", 421, "request.unknown_host"],
  ["stoep.example.co.za", 421, "request.unknown_host"],
  [`${short}.local.evil.example`, 421, "request.unknown_host"],
  ["", 400, "request.no_host"],
  ["a b", 400, "request.bad_host"],
  ["[::1", 400, "request.bad_host"],
  ["localhost@evil.example", 400, "request.bad_host"],
  ["localhost/", 400, "request.bad_host"],
  ["localhost,evil.example", 421, "request.unknown_host"],
])("asked as %j it refuses with %i %s, pages and calls alike", async (host, status, code) => {
  const { port } = await openServer();
  const call = "/api/trpc/public.session.current";
  for (const path of ["/api/health", call, "/api/auth/session", "/login", "/nothing/here"])
    expect(await ask(port, [`Host: ${host}`], path)).toMatchObject({ status, code });
});

test("the refusal names the setting, and with it the name is let in", async () => {
  const server = await openServer();
  const { answer } = await ask(server.port, ["Host: gate.example"]);
  expect(answer).toContain("ALLOWED_HOSTS");
  const ALLOWED_HOSTS = "gate.example, Büro.example";
  const { port } = await openServer({ env: { ALLOWED_HOSTS } });
  for (const host of ["gate.example", "GATE.example:80", "xn--bro-hoa.example"])
    expect(await ask(port, [`Host: ${host}`])).toMatchObject({ status: 200 });
  expect(await ask(port, ["Host: other.example"])).toMatchObject({ status: 421 });
  // The name of STOEP_ORIGIN is let in without it, with any port.
  const origin = await openServer({ env: { STOEP_ORIGIN: "https://stoep.example.co.za" } });
  for (const host of ["stoep.example.co.za", "stoep.example.co.za:8443"])
    expect(await ask(origin.port, [`Host: ${host}`])).toMatchObject({ status: 200 });
  expect(await ask(origin.port, ["Host: www.stoep.example.co.za"])).toMatchObject({ status: 421 });
});

test("two Host headers are refused, also for cacheable responses", async () => {
  const { port, tokenOf } = await openServer();
  const double = { status: 400, code: "request.doubled_host" };
  expect(await ask(port, ["Host: localhost", "host: localhost"])).toMatchObject(double);
  const path = "/api/trpc/member.building.details";
  const cookie = `Cookie: sid=${tokenOf("thandi")}`;
  for (let times = 0; times < 3; times += 1)
    expect(await ask(port, ["Host: localhost", cookie], path)).toMatchObject({ status: 200 });
  const hosts = ["Host: localhost", "Host: evil.example"];
  expect(await ask(port, [...hosts, cookie], path)).toMatchObject(double);
});

test("a request through a trusted proxy must have an allowed name too", async () => {
  const env = { TRUST_PROXY: "127.0.0.1", STOEP_ORIGIN: "https://stoep.example.co.za" };
  const { port } = await openServer({ env });
  const forwarded = (name: string) =>
    ask(port, ["Host: 127.0.0.1:3000", `X-Forwarded-Host: ${name}`]);
  expect(await forwarded("stoep.example.co.za")).toMatchObject({ status: 200 });
  expect(await forwarded("evil.example")).toMatchObject({ status: 421 });
  const lying = ["Host: evil.example", "X-Forwarded-Host: stoep.example.co.za"];
  expect(await ask(port, lying)).toMatchObject({ status: 421 });
});

test("refused names are noted for doctor, each once, the newest twenty, and nothing unprintable", () => {
  const data = newFolder();
  const note = noteRefusedHosts(data);
  const at = "2026-11-20T09:26:24.123Z";
  expect(note("gate.example", at)).toBe(true);
  expect([...readRefusedHosts(data)]).toEqual([["gate.example", at]]);
  expect(note("gate.example", at)).toBe(false);
  expect(note("\u001b[31mred", at)).toBe(false);
  expect(statSync(join(data, "refused-hosts.json")).mode & 0o777).toBe(0o600);
  // Another start continues with the same list.
  const again = noteRefusedHosts(data);
  for (let number = 0; number < 40; number += 1) again(`name${number}.example`, at);
  expect(again("gate.example", at)).toBe(true);
  writeFileSync(join(data, "refused-hosts.json"), '{"\\u001b[31mred":"now"}');
  expect(readRefusedHosts(data).size).toBe(0);
});
