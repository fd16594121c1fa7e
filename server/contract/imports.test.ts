import { expect, test } from "vitest";
import { type Neighbour, openServer } from "../testing.ts";
import { contents } from "./samples.ts";

const owners = "Unit,Owner,Owner email,Owner cell\n1,Nomsa Zwane,n@example.co.za,082 123 4567\n";
const makeUnits = '{"makeUnits":true}';
const listOfUnits = (rows: number, first = "Unit") =>
  `${first}\n${Array.from({ length: rows }, (_, index) => `Unit ${index}`).join("\n")}\n`;

/** Sends a file as the screen does. */
async function openImportServer() {
  const server = await openServer();
  interface How {
    who?: Neighbour;
    choices?: string;
    headers?: Record<string, string>;
  }
  const send = async (query: string, file: string, how: How = {}) => {
    const body = new FormData();
    if (how.choices) body.set("choices", how.choices);
    body.set("file", new Blob([file]), "people.csv");
    const call = `POST /api/imports/register${query}`;
    const { status, body: answer } = await server.rest(how.who ?? "anna")(call, body, how.headers);
    return { status, body: answer };
  };
  return { ...server, send };
}

test("a dry run changes nothing, the import is done once", async () => {
  const { send, db } = await openImportServer();
  const before = contents(db);
  expect(await send("?dryRun=true", owners)).toMatchObject({
    status: 200,
    body: {
      counts: { units: { add: 1 }, people: { add: 1 }, owners: { add: 1 }, refused: 0 },
      questions: [{ id: "makeUnits", answer: null }],
      rows: [{ line: 2, what: "Nomsa Zwane", fate: "add" }],
    },
  });
  expect(contents(db)).toBe(before);
  const how = { headers: { "idempotency-key": "tap-tap" }, choices: makeUnits };
  const done = await send("", owners, how);
  expect(done).toMatchObject({
    status: 200,
    body: { message: "1 unit, 1 person and 1 owner added." },
  });
  const again = await send("?dryRun=false", owners, how);
  expect(again).toEqual(done);
});

test.each([
  ["a dry run that is neither", "?dryRun=maybe", "x", {}, 400, "dryRun must be one of"],
  ["choices that are no JSON", "", "Unit\n1\n", { choices: "{" }, 400, "choices must be a JSON"],
  ["an empty file", "", "", {}, 400, "This file is empty"],
  ["a PDF", "", "%PDF-1.4", {}, 400, "This is a PDF"],
  ["what is no text", "", "Unit\u0000", {}, 400, "not a text file"],
  ["a workbook that was cut off", "", "PK\u0003\u0004", {}, 400, "This is a spreadsheet"],
  ["2 MB and a byte", "", "x".repeat(2 * 1024 * 1024 + 1), {}, 413, "larger than 2 MB"],
  ["5 001 rows", "", listOfUnits(5_001), {}, 413, "more than 5 000 rows"],
  [
    "rows that are refused",
    "",
    "Unit,Owner\n1,Smit\n",
    { choices: makeUnits },
    409,
    "nothing was imported",
  ],
  ["an open question", "", "Unit\n1\n", {}, 409, "1 is not in Stoep yet. Make it?"],
])("%s is refused in words and nothing is kept", async (_, query, file, how, status, says) => {
  const { send, db } = await openImportServer();
  const before = contents(db).length;
  const answer = await send(query, file, how);
  expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(says) } });
  expect(contents(db)).toHaveLength(before);
});

test("5 000 rows are taken", async () => {
  const { send } = await openImportServer();
  const { status } = await send("", listOfUnits(5_000), { choices: makeUnits });
  expect(status).toBe(200);
});

test("a body without a file, or one that ends within it, is refused in words", async () => {
  const { rest, db } = await openServer();
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;
  for (const [body, code] of [
    ["", "imports.no_file"],
    [`${part("choices")}\r\n\r\n{}\r\n--b--\r\n`, "imports.no_file"],
    [`${part("file")}; filename="a.csv"\r\n\r\nUnit\r\n`, "imports.cut_off"],
  ] as const)
    expect(await rest("anna")("POST /api/imports/register", Buffer.from(body))).toMatchObject({
      status: 400,
      body: { code },
    });
  expect(db.$client.prepare("SELECT count(*) FROM units").pluck().get()).toBe(0);
});
