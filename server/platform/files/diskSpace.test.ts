import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { lateRent, multipart, tinyPdf } from "../../contract/samples.ts";
import { openServer } from "../../testing.ts";
import { roomIn } from "./diskSpace.ts";

// Something else fills the disk while a file arrives. The reserved space must stay free.

/** How often free space is checked, and how many checks find some. */
let calls = 0;
let roomyFor = 0;

vi.mock(import("./diskSpace.ts"), async (original) => ({
  ...(await original()),
  roomIn: vi.fn(() => {
    calls += 1;
    return calls <= roomyFor ? 50e6 : 10;
  }),
}));

beforeEach(() => {
  calls = 0;
  vi.mocked(roomIn).mockClear();
});

const large = Buffer.concat([tinyPdf(), Buffer.alloc(3_000_000, 32)]);

/** Uploads a file as a browser does. Returns the status and the error code. */
async function send(url: string, sid: string, file: Buffer) {
  const headers = { cookie: `sid=${sid}`, "content-type": "multipart/form-data" };
  const body = multipart(file, "slip.pdf");
  const response = await fetch(url, { method: "POST", headers, body });
  return { status: response.status, code: (await response.json()).code };
}

const filesIn = (folder: string) => readdirSync(folder, { recursive: true });

test.each([
  ["before it begins", 0],
  ["while it arrives", 4],
])("a proof whose disk gets full %s is refused in words and nothing is kept", async (_, times) => {
  roomyFor = times;
  const { as, base, people, tokenOf, config } = await openServer();
  const fine = { ...lateRent, residentId: people.thandi.id };
  const { id } = await as("anna").admin.fines.issue(fine);
  const url = `${base}/api/property/resident/fines/${id}/payment-proof`;
  const refused = await send(url, tokenOf("thandi"), large);
  expect(refused).toEqual({ status: 507, code: "server.full" });
  expect(roomIn).toHaveBeenLastCalledWith(config.uploads, 20e6);
  expect(filesIn(config.uploads)).toEqual([]);
  roomyFor = Number.POSITIVE_INFINITY;
  expect((await send(url, tokenOf("thandi"), large)).status).toBe(200);
});

test.each([
  ["before it begins", 0],
  ["while it arrives", 4],
])("a backup whose disk gets full %s is refused in words and nothing is kept", async (_, times) => {
  roomyFor = times;
  const { base, tokenOf, config } = await openServer({ onDisk: true });
  const url = `${base}/api/property/admin/backups/upload`;
  const refused = await send(url, tokenOf("anna"), large);
  expect(refused).toEqual({ status: 507, code: "backups.no_room" });
  expect(roomIn).toHaveBeenLastCalledWith(expect.stringContaining(config.data), 50e6);
  expect(filesIn(join(config.data)).filter((name) => String(name).includes(".part"))).toEqual([]);
});
