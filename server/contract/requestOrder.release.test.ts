import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openServer } from "../testing.ts";
import { multipart, pietersThings, tinyPdf } from "./samples.ts";

// A list that is asked for while a change of the same session is on its way shows the change; see
// http.test.ts. Here is what is waited for, and how long.

/** Sends the headers of a request and the first byte of its body. */
async function beginRequest(port: number, start: string, headers: string[], body: Buffer) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const length = `Content-Length: ${body.length}`;
  socket.write(
    [`POST ${start} HTTP/1.1`, "Host: 127.0.0.1", length, ...headers, "", ""].join("\r\n"),
  );
  socket.write(body.subarray(0, 1));
  await sleep(50);
  const finish = async () => {
    socket.write(body.subarray(1));
    await once(socket, "data");
  };
  return { finish, giveUp: () => void socket.destroy() };
}

/** Anna has begun to set a fine to Paid. Returns what the list says to her and to somebody else. */
async function halfAChange(way: "session" | "token" = "session") {
  const server = await openServer();
  const { fineId } = await pietersThings(server);
  const { token } = await server.as("anna").member.session.makeToken({ label: "books" });
  const [name, value] =
    way === "token"
      ? ["authorization", `Bearer ${token}`]
      : ["cookie", `sid=${server.tokenOf("anna")}`];
  const path = `/api/property/admin/resident/${fineId}/fine/update`;
  const headers = [`${name}: ${value}`, "Content-Type: application/json"];
  const body = Buffer.from(JSON.stringify({ Status: "Paid" }));
  const change = await beginRequest(server.port, path, headers, body);
  const statusFor = async (sent: Record<string, string>) => {
    const list = await server.rest()("GET /api/property/admin/fines/all", undefined, sent);
    return list.body[0].Status;
  };
  const theirs = { cookie: `sid=${server.tokenOf("bongani")}` };
  return { change, hers: () => statusFor({ [name]: value }), others: () => statusFor(theirs) };
}

test.each(["session", "token"] as const)(
  "a change whose body is still on its way is waited for, by its own %s alone",
  async (way) => {
    const { change, hers, others } = await halfAChange(way);
    const list = hers();
    expect(await others()).toBe("Pending...");
    await change.finish();
    expect(await list).toBe("Paid");
    change.giveUp();
  },
);

test("a list shows the change that was sent just before it on a new connection", async () => {
  const server = await openServer();
  const { requestId } = await pietersThings(server);
  const call = (start: string, ...more: string[]) =>
    [`${start} HTTP/1.1`, "Host: 127.0.0.1", `Cookie: sid=${server.tokenOf("sipho")}`, ...more]
      .concat("", "")
      .join("\r\n");
  const open = async () => {
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    return socket;
  };
  for (let round = 0; round < 20; round += 1) {
    const status = round % 2 ? "Open" : "Closed";
    const known = await open();
    known.write(call("GET /api/health"));
    await once(known, "data");
    const fresh = await open();
    const path = `/api/property/staff/maintenance/UpdateStatus/${requestId}/${status}`;
    fresh.write(call(`PUT ${path}`, "Content-Length: 0", "Connection: close"));
    const list = `/api/property/staff/maintenance/${server.people.sipho.id}`;
    known.write(call(`GET ${list}`, "Connection: close"));
    const [shown, changed] = await Promise.all([text(known), text(fresh)]);
    expect(changed).toContain("HTTP/1.1 200");
    expect(shown).toContain(`"Status":"${status}"`);
  }
});

test("what is sent behind a read on its own connection is not waited for: it is answered after it", async () => {
  const { port, tokenOf } = await openServer();
  const common = ["Host: 127.0.0.1", `Cookie: sid=${tokenOf("anna")}`];
  const write = (start: string, ...more: string[]) =>
    [`${start} HTTP/1.1`, ...common, ...more, "", ""].join("\r\n");
  const socket = connect(port, "127.0.0.1");
  const begun = performance.now();
  const signOut = write("POST /api/auth/sign-out", "Content-Length: 0", "Connection: close");
  socket.write(write("GET /api/auth/session") + signOut);
  const answers = await text(socket);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  expect(performance.now() - begun).toBeLessThan(1_500);
});

test("a change that never ends holds its session up for two seconds and no longer", async () => {
  const { change, hers } = await halfAChange();
  const begun = performance.now();
  expect(await hers()).toBe("Pending...");
  expect(performance.now() - begun).toBeGreaterThan(1_000);
  const again = performance.now();
  expect(await hers()).toBe("Pending...");
  expect(performance.now() - again).toBeLessThan(1_000);
  change.giveUp();
});

test("a change that was given up holds nothing up", async () => {
  const { change, hers } = await halfAChange();
  change.giveUp();
  await sleep(50);
  const begun = performance.now();
  expect(await hers()).toBe("Pending...");
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test("a file that is still on its way holds nothing up", async () => {
  const server = await openServer();
  const { fineId } = await pietersThings(server);
  const cookie = `sid=${server.tokenOf("pieter")}`;
  const type = "Content-Type: multipart/form-data";
  const path = `/api/property/resident/fines/${fineId}/payment-proof`;
  const body = multipart(tinyPdf());
  const upload = await beginRequest(server.port, path, [`Cookie: ${cookie}`, type], body);
  const begun = performance.now();
  const mine = `GET /api/property/resident/fines/${server.people.pieter.id}`;
  expect((await server.rest()(mine, undefined, { cookie })).status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(1_000);
  await upload.finish();
  upload.giveUp();
});
