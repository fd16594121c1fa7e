import { expect, test } from "vitest";
import { type Neighbour, openServer } from "../testing.ts";
import { contents } from "./samples.ts";

const residents =
  "Name,Surname,Email,Cell,ID number\nNomsa,Zwane,n@example.co.za,082 123 4567,8001015009087\n";

/** Sends a file as the screen does. */
async function openImportServer() {
  const server = await openServer();
  const send = async (
    address: string,
    file: Buffer | string,
    {
      who = "anna",
      ...more
    }: { who?: Neighbour; columns?: string; key?: string; headers?: object } = {},
  ) => {
    const body = new FormData();
    if (more.columns) body.set("columns", more.columns);
    body.set("file", new Blob([file as BlobPart]), "people.csv");
    const response = await fetch(`${server.base}/api/imports/${address}`, {
      method: "POST",
      headers: {
        cookie: `sid=${server.tokenOf(who)}`,
        ...(more.key && { "idempotency-key": more.key }),
        ...more.headers,
      },
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  return { ...server, send };
}

test("a dry run changes nothing, the import is done once", async () => {
  const { send, db } = await openImportServer();
  const before = contents(db);
  expect(await send("residents?dryRun=true", residents)).toMatchObject({
    status: 200,
    body: {
      counts: { add: 1 },
      rows: [{ line: 2, what: "Nomsa Zwane (nomsa.zwane)", fate: "add" }],
    },
  });
  expect(contents(db)).toBe(before);
  const done = await send("residents", residents, { key: "tap-tap" });
  expect(done).toMatchObject({ status: 200, body: { message: "1 resident added." } });
  expect(await send("residents?dryRun=false", residents, { key: "tap-tap" })).toEqual(done);
  const columns = JSON.stringify({ label: 0, participationQuota: 2 });
  expect(await send("units", "A,B,C\nUnit 1,x,2\n", { columns })).toMatchObject({
    body: { message: "1 unit added." },
  });
});

test.each([
  ["a kind that is none", "people", "x", {}, 400, "kind must be one of: residents, staff, units."],
  ["a dry run that is neither", "units?dryRun=maybe", "x", {}, 400, "dryRun must be one of"],
  [
    "columns that are no JSON",
    "units",
    "Unit\n1\n",
    { columns: "{" },
    400,
    "columns must be a JSON",
  ],
  [
    "columns by name",
    "units",
    "Unit\n1\n",
    { columns: '{"label":"Unit"}' },
    400,
    "columns must be",
  ],
  ["an empty file", "units", "", {}, 400, "This file is empty"],
  ["a workbook", "units", `PK\u0003\u0004${"\0".repeat(99)}`, {}, 415, "save it as CSV"],
  ["2 MB and a byte", "units", "x".repeat(2 * 1024 * 1024 + 1), {}, 413, "larger than 2 MB"],
  ["5 001 rows", "units", `Unit\n${"1\n".repeat(5_001)}`, {}, 413, "more than 5 000 rows"],
  ["rows that are refused", "units", "Unit\n1\n1\n", {}, 409, "nothing was imported"],
  [
    "another site's page",
    "units",
    "Unit\n1\n",
    { headers: { "sec-fetch-site": "cross-site" } },
    403,
    "another website",
  ],
  [
    "a resident",
    "units",
    "Unit\n1\n",
    { who: "thandi" as const },
    403,
    "is not allowed to do this",
  ],
])("%s is refused in words and nothing is kept", async (_, address, file, how, status, says) => {
  const { send, db } = await openImportServer();
  const before = contents(db).length;
  const answer = await send(address, file, how);
  expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(says) } });
  expect(contents(db)).toHaveLength(before);
});

test("5 000 rows are taken", async () => {
  const { send } = await openImportServer();
  const rows = Array.from({ length: 5_000 }, (_, index) => `Unit ${index}`).join("\n");
  expect(await send("units", `Unit\n${rows}\n`)).toMatchObject({
    body: { counts: { add: 5_000 } },
  });
});

test("a body without a file, or one that ends within it, is refused in words", async () => {
  const { base, tokenOf, db } = await openServer();
  const before = contents(db).length;
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nUnit\r\n';
  for (const [body, code] of [
    ["", "imports.no_file"],
    [
      '--b\r\nContent-Disposition: form-data; name="columns"\r\n\r\n{}\r\n--b--\r\n',
      "imports.no_file",
    ],
    [head, "imports.cut_off"],
  ]) {
    const response = await fetch(`${base}/api/imports/units`, {
      method: "POST",
      headers: { cookie: `sid=${tokenOf("anna")}`, "content-type": "multipart/form-data" },
      body: body ?? "",
    });
    expect([response.status, (await response.json()).code]).toEqual([400, code]);
  }
  expect(contents(db).length).toBeGreaterThanOrEqual(before);
  expect(db.$client.prepare("SELECT count(*) AS n FROM units").get()).toEqual({ n: 0 });
});
