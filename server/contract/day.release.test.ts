import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dayAfter, dayOf } from "../platform/clock/clock.ts";
import { root } from "../platform/installation/paths.ts";
import { mailServer, read } from "../platform/mail/testing.ts";
import { multipart, tinyPdf } from "./samples.ts";

// A day in the building, with a real process, a real file and nothing but HTTP.

/** Starts the program on a data folder; returns its address and its output until then. */
async function start(data: string, settings: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", "server/main.ts"], {
    cwd: root,
    env: { ...process.env, STOEP_DATA: data, PORT: "0", HOST: "127.0.0.1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(printed)?.[1];
        if (found) resolve(found);
      };
      child.stdout?.on("data", look);
      child.once("exit", (code) => reject(new Error(`ended with ${code}:\n${printed}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text) => {
      printed += text;
    });
  const stop = () =>
    new Promise<number | null>((resolve) => {
      child.once("exit", (code) => resolve(code));
      child.kill("SIGTERM");
    });
  return { base: await line(/listening on (http:\S+)/), line, stop, printed: () => printed };
}

/** A person with a terminal: keeps the cookie, sends JSON, and expects success. */
function person(base: string, cookie = "") {
  let jar = cookie;
  const send = async (call: string, body?: unknown) => {
    const [method, path] = call.split(" ");
    const response = await fetch(`${base}${path}`, {
      method: method ?? "GET",
      headers: { cookie: jar, ...(body !== undefined && { "content-type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const [set] = response.headers.getSetCookie();
    if (set) jar = set.split(";")[0] ?? "";
    const answer = await response.json();
    if (!response.ok) throw new Error(`${call}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  return { send, cookie: () => jar };
}

const details = (name: string) => ({
  name,
  surName: "Mokoena",
  userName: name,
  email: `${name}@example.co.za`,
  cellPhone: "082 123 4567",
  idNumber: "8001015009087",
  password: `${name} has a password`,
  confirmPassword: `${name} has a password`,
});

/**
 * Names the building and makes its first admin, with the token from the file that the program
 * printed.
 */
async function setUpOf({ line }: Awaited<ReturnType<typeof start>>) {
  const file = await line(/(\S+set-up-link\.txt)/);
  const [, token] = /\/set-up#([\w-]{43})\n$/.exec(readFileSync(file, "utf8")) ?? [];
  const { surName: surname, userName: username, ...rest } = details("anna");
  return { token, building: "Jacaranda Court", surname, username, ...rest };
}

test("from an empty folder to a paid fine, and all of it still there after a restart", async () => {
  const data = mkdtempSync(join(tmpdir(), "stoep-day-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const server = await start(data);

  // The set-up link makes the first admin and then stops working.
  const admin = person(server.base);
  const setUp = await setUpOf(server);
  await admin.send("POST /api/trpc/public.setup.create", setUp);
  await expect(
    person(server.base).send("POST /api/trpc/public.setup.create", setUp),
  ).rejects.toThrow(/409.*already set up/);
  expect(existsSync(join(data, "set-up-link.txt"))).toBe(false);
  expect(await admin.send("GET /api/auth/session")).toMatchObject({ user: "anna Mokoena" });

  // A resident and a staff member join and sign in.
  const property = "/api/property";
  const join_ = (who: string, more: object) =>
    admin.send(`POST ${property}/admin/signup`, { ...details(who), ...more });
  const { id: thandiId } = await join_("thandi", { roles: "Resident", userAddress: "Unit 3" });
  const { id: siphoId } = await join_("sipho", { roles: "Staff", maintenanceType: "Electricity" });
  const [thandi, sipho] = [person(server.base), person(server.base)];
  await thandi.send("POST /api/auth/sign-in", {
    username: "THANDI@example.co.za",
    password: "thandi has a password",
  });
  await sipho.send("POST /api/auth/sign-in", {
    username: "sipho",
    password: "sipho has a password",
  });

  // The program goes by the machine's clock.
  const today = dayOf(new Date(), "Africa/Johannesburg");
  // A light is out and gets mended.
  const request = await thandi.send(`POST ${property}/resident/maintenance`, {
    maintenanceType: "Electricity",
    roomNumber: "3",
    date: today,
    Description: "The passage is dark",
    Status: "Open",
    userId: thandiId,
  });
  await sipho.send(`PUT ${property}/staff/maintenance/UpdateStatus/${request.id}/Closed`);

  // An admin issues a fine, the resident uploads a proof, and an admin marks the fine as paid.
  const fine = await admin.send(`POST ${property}/admin/resident/${thandiId}/fine/newfine`, {
    Type: "Late Rent",
    Amount: "450.50",
    DueDate: dayAfter(today, 14),
    Reason: "Late",
    userId: thandiId,
  });
  const upload = await fetch(
    `${server.base}${property}/admin/resident/${thandiId}/${fine.id}/upload`,
    {
      method: "POST",
      headers: { cookie: thandi.cookie(), "content-type": "multipart/form-data" },
      body: multipart(tinyPdf("paid at the bank")),
    },
  );
  const proof = await upload.json();
  const mine = () => thandi.send(`GET ${property}/resident/fines/${thandiId}`);
  expect(await mine()).toMatchObject([{ Status: "Pending..." }]);
  await admin.send(`POST ${property}/admin/resident/${fine.id}/fine/update`, { Status: "Paid" });

  // One visitor comes and goes, another stays.
  const visit = (visitorName: string) =>
    thandi.send(`POST ${property}/resident/vistors`, {
      visitationType: "Day Visit",
      roomNumber: "3",
      residentName: "Thandi",
      residentEmail: "thandi@example.co.za",
      visitorName,
      visitorSurname: "Botha",
      visitorEmail: "v@example.co.za",
      date: today,
    });
  const [jan] = [await visit("Jan"), await visit("Sannie")];
  await thandi.send(`DELETE ${property}/admin/resident/deletevisitor/${jan?.id}`);
  await sipho.send(`POST ${property}/staff/announcements`, { message: "The passage has light" });

  // After a restart everything is still there, including sessions.
  expect(await server.stop()).toBe(0);
  const again = await start(data);
  expect(again.printed()).not.toContain("set-up");
  const [a, t, s] = [admin, thandi, sipho].map((each) => person(again.base, each.cookie()));
  expect(await t?.send(`GET ${property}/resident/fines/${thandiId}`)).toMatchObject([
    { id: fine.id, Status: "Paid", Amount: 450.5, RoomNo: "Unit 3" },
  ]);
  expect(await s?.send(`GET ${property}/staff/maintenance/${siphoId}`)).toMatchObject([
    { id: request.id, Status: "Closed" },
  ]);
  expect(await t?.send(`GET ${property}/resident/allvistors`)).toMatchObject([
    { visitorName: "Sannie" },
  ]);
  expect(await t?.send(`GET ${property}/resident/dashboard`)).toMatchObject([
    { sender: "staff", message: "The passage has light" },
  ]);
  const file = await fetch(`${again.base}${property}/payment-proofs/${proof.id}/file`, {
    headers: { cookie: a?.cookie() ?? "" },
  });
  expect(await file.text()).toContain("paid at the bank");
  expect(await again.stop()).toBe(0);
}, 60_000);

test("a second server on the same data gets an error and changes nothing", async () => {
  const data = mkdtempSync(join(tmpdir(), "stoep-day-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const server = await start(data);
  await expect(start(data)).rejects.toThrow(/ended with 1:\nAnother Stoep is running on/);
  expect(await (await fetch(`${server.base}/api/health`)).json()).toEqual({
    status: "ok",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect(await server.stop()).toBe(0);
}, 60_000);

test("with a mail server the new person gets the link that verifies their address", async () => {
  const data = mkdtempSync(join(tmpdir(), "stoep-day-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const { arrived, port } = await mailServer();
  const server = await start(data, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  const admin = person(server.base);
  await admin.send("POST /api/trpc/public.setup.create", await setUpOf(server));
  await admin.send("POST /api/property/admin/signup", { ...details("thandi"), roles: "Resident" });
  await expect.poll(() => arrived, { timeout: 30_000 }).toHaveLength(1);
  expect(arrived[0]?.to).toEqual(["thandi@example.co.za"]);
  const { text } = read(arrived[0]?.source ?? "");
  const token = /\/link#([\w-]{43})/.exec(text)?.[1];
  const verify = () => person(server.base).send("POST /api/trpc/public.links.verify", { token });
  expect(await verify()).toMatchObject({ result: { data: { message: /verified/ } } });
  await expect(verify()).rejects.toThrow(/400.*used before/);
  expect(await server.stop()).toBe(0);
}, 60_000);
