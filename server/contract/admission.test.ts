import { existsSync, readdirSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Unfinished } from "../api/procedures.ts";
import { makeBearer } from "../features/account/session/service.ts";
import { accounts, credentials } from "../platform/auth/table.ts";
import { beginHalfWay } from "../platform/auth/twoFactor/pendingSignIn.ts";
import { openSecureServer } from "../platform/https/testing.ts";
import { clientFolder } from "../platform/installation/paths.ts";
import { writeSetting } from "../platform/settings/settings.ts";
import { type Neighbour, openServer } from "../testing.ts";
import { attempt, type Call, everyCall, restRows } from "./everyCall.ts";
import { contents } from "./samples.ts";

type TestServer = Awaited<ReturnType<typeof openServer>>;

/** Someone who tries every call. */
interface Actor {
  headers: Record<string, string>;
  /** Null for someone who is not signed in, or no longer. */
  role: "Admin" | "Resident" | "Staff" | null;
  unfinished?: Unfinished;
}

const roles = { anna: "Admin", thandi: "Resident", sipho: "Staff" } as const;
type Name = keyof typeof roles;

const session = (server: TestServer, name: Neighbour) => ({
  cookie: `sid=${server.tokenOf(name)}`,
});
function bearer(server: TestServer, name: Neighbour) {
  const { id } = server.people[name];
  const by = { accountId: id, origin: "test" };
  const { token } = makeBearer(
    server.db,
    by,
    id,
    { label: "script", days: 1 },
    server.services.now().at,
  );
  return { authorization: `Bearer ${token}` };
}
const ways = { session, bearer };

/** Gives someone a password that somebody else chose. */
function givePassword({ db, people, services }: TestServer, name: Neighbour) {
  const first = { passwordHash: "x", mustChange: true, changedAt: services.now().at };
  db.insert(credentials)
    .values({ accountId: people[name].id, ...first })
    .run();
}

const names = Object.keys(roles) as Name[];
/** The same for each of some people, with a session and with a token. */
const inEveryWay = (
  what: string,
  make: (server: TestServer, name: Name, way: keyof typeof ways) => Actor,
  who = names,
) =>
  who.flatMap((name) =>
    (["session", "bearer"] as const).map(
      (way) =>
        [
          `${what}${name} (${roles[name]}), ${way}`,
          (server: TestServer) => make(server, name, way),
        ] as const,
    ),
  );

const actors: (readonly [string, (server: TestServer) => Actor])[] = [
  ["nobody", () => ({ headers: {}, role: null })],
  [
    "somebody half-way signed in",
    ({ db, people, services }) => ({
      headers: { cookie: `half=${beginHalfWay(db, people.thandi.id, services.now().at)}` },
      role: null,
    }),
  ],
  ...inEveryWay("", (server, name, way) => ({
    headers: ways[way](server, name),
    role: roles[name],
  })),
  ...inEveryWay("removed: ", (server, name, way) => {
    const headers = ways[way](server, name);
    const { id } = server.people[name];
    // Only marks the account as removed: unlike a real removal, the session and the token stay.
    const removedAt = server.services.now().at;
    server.db.update(accounts).set({ removedAt }).where(eq(accounts.id, id)).run();
    return { headers, role: null };
  }),
  ...inEveryWay("with a first password: ", (server, name, way) => {
    givePassword(server, name);
    const unfinished = "mustChangePassword";
    return { headers: ways[way](server, name), role: roles[name], unfinished };
  }),
  ...inEveryWay(
    "without the second step that admins need: ",
    (server, name, way) => {
      writeSetting(server.db, "adminsNeedSecondStep", true, server.services.now().at);
      const unfinished = "lacksSecondStep";
      return { headers: ways[way](server, name), role: roles[name], unfinished };
    },
    ["anna"],
  ),
];

/** The code with which a call refuses this actor; null when it goes on to check the input. */
function refusalFor({ role, unfinished }: Actor, call: Call): string | null {
  const { for: who, only, alsoFor = [] } = call.admission;
  if (who === "public") return null;
  if (role === null) return "auth.signed_out";
  const isOpen = call.acceptsFirstPassword && role !== "Admin";
  if (unfinished === "mustChangePassword" && !isOpen && !alsoFor.includes(unfinished))
    return "auth.choose_password";
  if (unfinished === "lacksSecondStep" && !alsoFor.includes(unfinished))
    return "auth.second_step_missing";
  if (who === "member" || who === role) return null;
  return role === "Admin" && !only ? null : "auth.wrong_role";
}

test.each(actors)("%s is refused what is not for them, before it is looked at", async (_, make) => {
  const server = await openServer();
  const actor = make(server);
  // This notes that the session or the token was used.
  await fetch(`${server.base}/api/auth/session`, { headers: actor.headers });
  const before = contents(server.db);
  for (const call of everyCall) {
    const expected = refusalFor(actor, call);
    if (expected === null) continue;
    const { status, code } = await attempt(server.base, call, actor.headers);
    const actual = { call: call.name, code, status };
    const refused = { code: expected, status: expected === "auth.signed_out" ? 401 : 403 };
    expect(actual).toEqual({ call: call.name, ...refused });
  }
  expect(contents(server.db)).toBe(before);
});

test("people who must still choose a password or set up a second step can call only this", () => {
  const openTo = (unfinished: Unfinished) =>
    everyCall.filter(({ admission: { alsoFor } }) => alsoFor?.includes(unfinished));
  const namesOf = (calls: Call[]) => calls.map(({ name }) => name).sort();
  expect(namesOf(openTo("mustChangePassword"))).toEqual([
    "POST /api/auth/password",
    "member.session.changePassword",
    "member.session.replacePassword",
  ]);
  expect(namesOf(openTo("lacksSecondStep"))).toEqual([
    "member.factors.begin",
    "member.factors.own",
    "member.factors.turnOn",
    "member.session.confirm",
  ]);
});

test("what is open to them does not refuse them", async () => {
  const tried = ["mustChangePassword", "lacksSecondStep"] as const;
  for (const unfinished of tried) {
    const server = await openServer();
    if (unfinished === "mustChangePassword") givePassword(server, "anna");
    writeSetting(server.db, "adminsNeedSecondStep", true, server.services.now().at);
    const headers = session(server, "anna");
    const open = everyCall.filter(({ admission: { alsoFor } }) => alsoFor?.includes(unfinished));
    for (const call of open) {
      const { status, code } = await attempt(server.base, call, headers);
      expect({ call: call.name, status, code }).not.toMatchObject({ status: 403 });
    }
    const who = await fetch(`${server.base}/api/auth/session`, { headers });
    expect(who.status).toBe(200);
  }
});

test("a first password does for residents and staff over REST, and not for an admin", async () => {
  const server = await openServer();
  for (const name of names) givePassword(server, name);
  const announcements = `${server.base}/api/property/announcements`;
  const statuses = await Promise.all(
    names.map(async (name) => {
      const answer = await fetch(announcements, { headers: session(server, name) });
      return [name, answer.status];
    }),
  );
  expect(Object.fromEntries(statuses)).toEqual({ anna: 403, thandi: 200, sipho: 200 });
});

/** Public routes that are neither REST rows nor procedures. */
const publicRoutes = [
  ...["GET /api/health", "GET /api/property/openapi.json", "GET /api/docs"],
  // Answers only with the METRICS_TOKEN, and 404 otherwise: see server/http/metrics.test.ts.
  "GET /api/metrics",
  ...["GET /api/auth/oidc/start", "GET /api/auth/oidc/callback", "GET /trust"],
  ...["stoep.crt", "stoep.pem", "stoep.mobileconfig"].map((file) => `GET /trust/${file}`),
];
/** The built client: its pages and its files. */
const clientRoutes = ["GET *", "GET /assets/:", "GET /manifest.webmanifest"].concat(
  existsSync(clientFolder) ? readdirSync(clientFolder).map((file) => `GET /${file}`) : [],
);

/** `/fine/:fineId` and `/fine/:id` are the same route to Fastify. */
const plain = (path: string) => path.replace(/:\w+(\|:\w+)*/g, ":");

/** Every mounted route, as `GET /fine/:`, parsed from the tree that Fastify prints. */
function routesOf(app: TestServer["app"]): string[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", path = "", , methods = ""] =
        /^([│ ]*)[├└]── (\S+)( \((.+)\))?$/.exec(line) ?? [];
      if (!path) return [];
      const depth = indent.length / 4;
      parents[depth] = (depth > 0 ? parents[depth - 1] : "") + path;
      const whole = plain(parents[depth]);
      return methods ? methods.split(", ").map((method) => `${method} ${whole}`) : [];
    })
    .filter((route) => !route.startsWith("HEAD "));
}

test("every route is a procedure, or a row with its admission, or on the list of public ones", async () => {
  const { app } = await openSecureServer({ HTTPS: "local" });
  const routes = routesOf(app);
  const rows = restRows.map(({ method, path }) => `${method} ${plain(path)}`);
  rows.push("GET /api/property/live");
  expect(routes).toEqual(expect.arrayContaining([...rows, ...publicRoutes]));
  const known = new Set([...rows, ...publicRoutes, ...clientRoutes]);
  const unknown = routes.filter((route) => !known.has(route) && !route.includes(" /api/trpc/:"));
  expect(unknown).toEqual([]);
});
