import fastify from "fastify";
import { expect, test } from "vitest";
import { newcomer, openServer } from "../testing.ts";
import { logging } from "./logging.ts";

interface Line {
  level: number;
  reqId?: string;
  req?: { method: string; route: string | null };
  res?: { status: number };
  code?: string;
  err?: { message: string; stack: string };
  msg: string;
}

/** A server that logs, and its log lines. */
async function loggingServer(level = "debug") {
  const server = await openServer({ env: { LOG_LEVEL: level } });
  const lines = (): Line[] => server.log.map((line) => JSON.parse(line));
  /** The log line of one response. */
  const of = (answer: { headers: Headers }) =>
    lines().filter(({ reqId }) => reqId === answer.headers.get("x-request-id"));
  return { ...server, lines, of };
}

test("a request is logged by its id, method, route pattern and status", async () => {
  const { rest, people, of } = await loggingServer();
  const answer = await rest("thandi")(`GET /api/property/resident/fines/${people.thandi.id}`);
  expect(of(answer)).toMatchObject([
    {
      req: { method: "GET", route: "/api/property/resident/fines/:profileId" },
      res: { status: 200 },
      ms: expect.any(Number),
    },
  ]);
});

test("a poll writes no line at info, not even after its session ended; another refused read does", async () => {
  const { rest, of } = await loggingServer("info");
  for (const who of ["thandi", undefined] as const)
    expect(of(await rest(who)("GET /api/property/resident/dashboard"))).toEqual([]);
  const refused = await rest()("GET /api/property/announcements");
  expect(of(refused)).toMatchObject([{ level: 30, res: { status: 401 } }]);
});

test("what people type, send and are called never reaches the log", async () => {
  const { rest, as, log, tokenOf, people } = await loggingServer();
  const { token } = await as("sipho").member.session.makeToken({ label: "the gate" });
  const nomsa = newcomer("Nomsa");
  const wire = {
    roles: "Resident",
    name: nomsa.name,
    surName: nomsa.surname,
    userName: nomsa.username,
    email: nomsa.email,
    cellPhone: nomsa.cellPhone,
    idNumber: nomsa.idNumber,
  };
  const anna = rest("anna");
  const secretive = { "user-agent": "a secret agent", "idempotency-key": "a secret key" };
  await anna("POST /api/property/admin/signup", { ...wire, password: nomsa.password }, secretive);
  await anna("POST /api/property/admin/signup", { ...wire, password: "short" });
  const entry = { username: nomsa.email, password: nomsa.password };
  const { headers } = await rest()("POST /api/auth/sign-in", entry);
  await rest()("POST /api/auth/sign-in", { ...entry, password: "a wrong password" });
  await rest()("GET /api/auth/session", undefined, { authorization: `Bearer ${token}` });
  await anna(`GET /api/property/resident/allvistors?residentEmail=${nomsa.email}`);
  await anna("GET /api/property/admin/profile/somebody@example.co.za");
  await anna("GET /nothing/somebody@example.co.za?query=secret");
  await anna("GET /api/trpc/somebody@example.co.za?input=secret");
  await anna("GET /%zz/somebody@example.co.za");

  const all = log.join("");
  const cookie = /sid=([\w-]+)/.exec(headers.getSetCookie()[0] ?? "")?.[1] ?? "";
  expect(cookie).toHaveLength(43);
  const typed = [nomsa.name, nomsa.surname, nomsa.email, nomsa.cellPhone, nomsa.idNumber];
  const secrets = [nomsa.password, "short", "a wrong password", token, cookie, tokenOf("anna")];
  const sent = ["example.co.za", "secret", "residentEmail", people.thandi.id, "the gate", "sid="];
  for (const text of [...typed, ...secrets, ...sent])
    expect(all.toLowerCase()).not.toContain(text.toLowerCase());
});

test.each(["GET /api/property/admin/staff", "GET /api/trpc/admin.people.staff?input=%7B%7D"])(
  "when something breaks, %s says nothing of it and the log says where",
  async (call) => {
    const { rest, db, of } = await loggingServer();
    const anna = rest("anna");
    db.$client.close();
    const answer = await anna(call);
    expect(answer.status).toBe(500);
    const body = JSON.stringify(answer.body);
    expect(body).toContain("server.broken");
    expect(body).not.toMatch(/stack|select|sqlite|node_modules|\.ts/i);
    const [broken, done] = of(answer);
    expect(broken).toMatchObject({ level: 50, code: "server.broken", err: { message: "" } });
    expect(broken?.err?.stack).toMatch(/^ {4}at /);
    expect(broken?.err?.stack).toContain("sessions.ts");
    expect(done).toMatchObject({ res: { status: 500 } });
  },
);

test("of an error the places are logged and no line of its message", () => {
  const lines: string[] = [];
  const app = fastify(logging("info", { write: (line) => void lines.push(line) }));
  const typed = "thandi@example.co.za";
  const error = new Error(`Bad value ${typed}\n    at ${typed}\nparams: ${typed}`);
  app.log.error({ err: error }, "call failed");
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(typed);
  expect(JSON.parse(lines[0] ?? "").err).toMatchObject({
    type: "Error",
    message: "",
    stack: expect.stringContaining("logging.test.ts"),
  });
});

test("each request has an id of its own, whatever the caller says it is", async () => {
  const { rest } = await loggingServer();
  const mine = { "x-request-id": "mine", "request-id": "mine" };
  const ids = [];
  for (let each = 0; each < 3; each += 1)
    ids.push((await rest()("GET /api/health", undefined, mine)).headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain("mine");
});

test("at level info reading logs nothing, also from a cache; changes and refusals are logged", async () => {
  const { rest, lines } = await loggingServer("info");
  const thandi = rest("thandi");
  for (let round = 0; round < 5; round += 1)
    for (const path of [
      "/api/property/resident/dashboard",
      "/api/trpc/resident.fines.mine?input=%7B%7D",
      "/api/auth/session",
    ])
      expect((await thandi(`GET ${path}`)).status).toBe(200);
  expect(lines().filter(({ msg }) => msg === "answered")).toEqual([]);
  await thandi("GET /api/property/admin/staff");
  await rest("anna")("POST /api/property/admin/announcements", { message: "x" });
  expect(lines().flatMap(({ res }) => res?.status ?? [])).toEqual([403, 201]);
});

test("weather that is away is no error and no line of each question", async () => {
  const { rest, lines, log } = await loggingServer("info");
  const thandi = rest("thandi");
  for (let round = 0; round < 3; round += 1)
    expect((await thandi("GET /api/property/weather")).status).toBe(503);
  expect(lines().filter(({ msg }) => /answered|failed/.test(msg))).toEqual([]);
  expect(log.join("")).not.toContain("stack");
});
