import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restCalls } from "../api/restCalls.ts";
import { addAttachment } from "../features/attachments/service.ts";
import { building } from "../features/building/picture/service.ts";
import { choices } from "../features/spreadsheet/schema.ts";
import { stage } from "../features/spreadsheet/staging.ts";
import { auditEvents } from "../platform/audit/table.ts";
import { openServer } from "../testing.ts";
import { pietersThings } from "./samples.ts";

const archive = "stoep-2026-11-20T02-00-00Z.tar.gz";
const reads = restCalls.flatMap(({ prefix, rows }) =>
  rows.filter(({ method }) => method === "GET").map(({ path }) => `${prefix}${path}`),
);
const downloads = restCalls.flatMap(({ prefix, rows }) =>
  rows.filter(({ streams }) => streams === "download").map(({ path }) => `${prefix}${path}`),
);

test("HEAD leaves no entry in the trail, whatever it asks for, and finds every file", async () => {
  const server = await openServer();
  const { profileId, ...things } = await pietersThings(server);
  for (const folder of [server.config.backups, server.config.uploads]) mkdirSync(folder);
  writeFileSync(join(server.config.backups, archive), "x");
  for (const file of ["x.pdf", "p.png", "r.png", "i.png", "n.png", "b.png"])
    writeFileSync(join(server.config.uploads, file), "%PDF-1.4");
  const by = { accountId: server.people.anna.id, origin: "test" };
  const picture = { storedName: "b.png", fileName: "b.png", mimeType: "image/png" };
  const place = { kind: "picture", subjectId: building, addedBy: by.accountId } as const;
  const file = { ...picture, size: 1, sha256: "b" };
  addAttachment(server.db, by, place, file, server.services.now());
  const list = { fileName: "l.csv", content: Buffer.from("Unit"), choices: choices.parse({}) };
  stage(server.db, by.accountId, list, server.services.now().at);
  const values: Record<string, string> = { ...things, profileId, archive, residentId: profileId };
  const entries = () => server.db.select().from(auditEvents).all().length;
  const before = entries();
  const cookie = `sid=${server.tokenOf("anna")}`;
  const found: string[] = [];
  for (const path of reads) {
    const url = path.replace(/:(\w+)/g, (_, name) => values[name] ?? profileId);
    const { status } = await fetch(`${server.base}${url}`, { method: "HEAD", headers: { cookie } });
    if (status === 200) found.push(path);
  }
  expect(entries()).toBe(before);
  expect(downloads.filter((path) => !found.includes(path))).toEqual([]);
});
