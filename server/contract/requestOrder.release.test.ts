import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { type Neighbour, openServer } from "../testing.ts";
import { inDays, multipart, pietersThings, tinyPdf } from "./samples.ts";

// Requests of one session take effect in the order sent: a list requested right after a change
// shows the change, even over another connection.

interface Rounds {
  port: number;
  cookie: string;
  /**
   * The change to each of two states in turn, with or without a body, and the list that shows it.
   */
  changes: [Sent, Sent];
  list: string;
  isFresh: boolean;
}
interface Sent {
  start: string;
  body: string | null;
  /** The rows that the list shows afterwards. */
  shown: string;
}

/**
 * Sends a hundred changes and, 0 to 4 ms after each, requests the list on another connection. Runs
 * in its own thread, so that the server is as busy as with a browser. Returns how many lists were
 * outdated.
 */
function sendRounds() {
  const { parentPort, workerData } = require("node:worker_threads");
  const net = require("node:net");
  const { port, cookie, changes, list, isFresh } = workerData as Rounds;
  const open = () =>
    new Promise<(start: string, body?: string | null) => Promise<string>>((resolve) => {
      const socket = net.connect(port, "127.0.0.1", () => {
        socket.setNoDelay(true);
        resolve((start, body) => {
          const type = body ? "Content-Type: application/json\r\n" : "";
          const head = `Host: 127.0.0.1\r\nCookie: ${cookie}\r\n${type}Content-Length: ${(body ?? "").length}`;
          let text = "";
          return new Promise((answered) => {
            const read = (chunk: Buffer) => {
              text += chunk.toString("latin1");
              const end = text.indexOf("\r\n\r\n") + 4;
              const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
              if (end < 4 || text.length < end + length) return;
              socket.off("data", read);
              answered(text);
            };
            socket.on("data", read);
            const lines = start.startsWith("GET") ? head.replace(/\r\nContent-Length.*/, "") : head;
            socket.write(`${start} HTTP/1.1\r\n${lines}\r\n\r\n${body ?? ""}`);
          });
        });
      });
    });
  const spin = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  const run = async () => {
    let [a, b] = [await open(), await open()];
    await a(`GET ${list}`);
    let old = 0;
    for (let round = 0; round < 100; round += 1) {
      await b(`GET ${list}`);
      if (isFresh) a = await open();
      const { start, body, shown } = changes[(round % 2) as 0 | 1];
      const changed = a(start, body);
      spin((round % 5) * (round % 10 < 5 ? 1 : 0.2));
      const read = await b(`GET ${list}`);
      if (!(await changed).startsWith("HTTP/1.1 20")) throw new Error(await changed);
      if (!read.includes(shown)) old += 1;
    }
    parentPort.postMessage(old);
  };
  void run();
}

type TestServer = Awaited<ReturnType<typeof openServer>>;

async function oldLists(rounds: Rounds): Promise<number> {
  const worker = new Worker(`(${sendRounds})()`, { eval: true, workerData: rounds });
  const [old] = await once(worker, "message");
  await worker.terminate();
  return old;
}

const cookieOf = (server: TestServer, name: Neighbour) => `sid=${server.tokenOf(name)}`;
const input = (value: object) => encodeURIComponent(JSON.stringify(value));

/** A building whose lists are long enough to take a moment. */
async function busyServer() {
  const server = await openServer({ onDisk: true, env: { REQUESTS_PER_SECOND: "100000" } });
  const things = await pietersThings(server);
  for (let each = 0; each < 300; each += 1)
    await server.as("pieter").resident.maintenance.log({
      maintenanceType: "Electricity",
      roomNumber: "4",
      date: inDays(0),
      description: `Lamp ${each} is dark`,
    });
  return { ...server, things };
}

test.each([false, true])(
  "a list over REST shows the change that was sent before it (a new connection: %s)",
  async (isFresh) => {
    const server = await busyServer();
    const { requestId } = server.things;
    const to = (status: string): Sent => ({
      start: `PUT /api/property/staff/maintenance/UpdateStatus/${requestId}/${status}`,
      body: null,
      shown: `"Description":"The stairs are dark","Status":"${status}"`,
    });
    expect(
      await oldLists({
        port: server.port,
        cookie: cookieOf(server, "sipho"),
        changes: [to("Closed"), to("Open")],
        list: `/api/property/staff/maintenance/${server.people.sipho.id}`,
        isFresh,
      }),
    ).toBe(0);
  },
  60_000,
);

test("a query of tRPC shows the mutation that was sent before it", async () => {
  const server = await busyServer();
  const { requestId } = server.things;
  const to = (status: string): Sent => ({
    start: "POST /api/trpc/staff.maintenance.setStatus",
    body: JSON.stringify({ requestId, status }),
    shown: `"description":"The stairs are dark","status":"${status}"`,
  });
  expect(
    await oldLists({
      port: server.port,
      cookie: cookieOf(server, "sipho"),
      changes: [to("Closed"), to("Open")],
      list: `/api/trpc/staff.maintenance.all?input=${input({ limit: "all" })}`,
      isFresh: false,
    }),
  ).toBe(0);
}, 60_000);

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

/**
 * Anna has begun to set a fine to Paid; returns the list as her browser and as another person sees
 * it.
 */
async function halfAChange() {
  const server = await openServer();
  const { fineId } = await pietersThings(server);
  const cookie = cookieOf(server, "anna");
  const type = "Content-Type: application/json";
  const path = `/api/property/admin/resident/${fineId}/fine/update`;
  const body = Buffer.from(JSON.stringify({ Status: "Paid" }));
  const change = await beginRequest(server.port, path, [`Cookie: ${cookie}`, type], body);
  const statusFor = async (headers: Record<string, string>) => {
    const list = await server.rest()("GET /api/property/admin/fines/all", undefined, headers);
    return list.body[0].Status;
  };
  const theirs = { cookie: cookieOf(server, "bongani") };
  return { ...server, change, hers: () => statusFor({ cookie }), others: () => statusFor(theirs) };
}

test("a change whose body is still on its way is waited for, by its own session alone", async () => {
  const { change, hers, others } = await halfAChange();
  const list = hers();
  expect(await others()).toBe("Pending...");
  await change.finish();
  expect(await list).toBe("Paid");
  change.giveUp();
});

test("the same for a program with a token", async () => {
  const server = await openServer();
  const { fineId } = await pietersThings(server);
  const { token } = await server.as("anna").member.session.makeToken({ label: "books" });
  const authorization = `Bearer ${token}`;
  const type = "Content-Type: application/json";
  const path = `/api/property/admin/resident/${fineId}/fine/update`;
  const body = Buffer.from(JSON.stringify({ Status: "Paid" }));
  const headers = [`Authorization: ${authorization}`, type];
  const change = await beginRequest(server.port, path, headers, body);
  const list = server.rest()("GET /api/property/admin/fines/all", undefined, { authorization });
  await sleep(50);
  await change.finish();
  expect((await list).body[0].Status).toBe("Paid");
  change.giveUp();
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
  const cookie = cookieOf(server, "pieter");
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
