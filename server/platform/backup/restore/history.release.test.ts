import { readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../../config.ts";
import { membersOf } from "../../../features/backups/service.ts";
import { recordChange } from "../../audit/audit.ts";
import { headOf } from "../../audit/chain.ts";
import { unguarded } from "../../audit/testing.ts";
import { trailProblem } from "../../audit/verify.ts";
import { openBuilding } from "../../installation/database.ts";
import { workFolder } from "../disk.ts";
import { backUp } from "../makeBackup.ts";
import { editedBackup, newFolder, smallBuilding } from "../testing.ts";
import { knownAnchors } from "./lineage.ts";
import { lastSafetyCopy, noteRestore, prepare, safetyCopyName } from "./prepare.ts";
import { replaceData } from "./replace.ts";

// The effect of a restore on the audit trail, and what `verify` then says about it.

const nobody = { accountId: null, origin: "test" };

/** A building whose clock moves on by an hour with each event. */
async function building(env: Record<string, string> = {}) {
  const { data, db } = await smallBuilding();
  db.$client.close();
  const config = readConfig({ STOEP_DATA: data, ...env });
  return { config, ...handsOn(config) };
}

let hours = 0;
const later = () =>
  new Date(Date.parse("2026-11-21T00:00:00.000Z") + ++hours * 3_600_000).toISOString();

function handsOn(config: ReturnType<typeof readConfig>) {
  const inside = <T>(work: (db: ReturnType<typeof openBuilding>) => T): T => {
    const db = openBuilding(config.database);
    try {
      return work(db);
    } finally {
      db.$client.close();
    }
  };
  const restore = async (source: string) => {
    const work = await workFolder(config.data, 0);
    const { lineage, madeAt, ...prepared } = await prepare(source, work, null, config, membersOf);
    const at = later();
    const details = basename(source).startsWith("before-restore") ? { before: "last restore" } : {};
    await noteRestore(work, config, { by: nobody, at, after: { ...details, madeAt } });
    await replaceData(work, config, join(config.data, safetyCopyName(at)));
    return { lineage, ...prepared };
  };
  return {
    inside,
    restore,
    happen: (times: number) =>
      inside((db) => {
        for (let time = 0; time < times; time += 1)
          recordChange(db, nobody, later(), { action: "fines.issue", subjectId: "f", after: time });
      }),
    // Each backup is on a new day, because only the newest of a day is kept.
    backup: async () => {
      hours += 24;
      return (await backUp(config, config.backups, "0.1.0", later)).path;
    },
    undo: async () => {
      const safetyCopy = join(config.data, (await lastSafetyCopy(config.data)) ?? "");
      const done = await restore(safetyCopy);
      rmSync(safetyCopy, { recursive: true });
      return done;
    },
    length: () => inside((db) => headOf(db.$client)?.seq ?? 0),
    problem: async () => {
      const anchors = await knownAnchors(config);
      return inside((db) => trailProblem(db.$client, anchors));
    },
  };
}

const edit = `UPDATE audit_events SET "after" = '{"amountCents":1}' WHERE seq = 2`;
const differs = /^The backup that was restored at .* differs from this building's own history/;

test("an honest restore says how many entries go, notes where the trail ended, and verify takes it", async () => {
  const { config, backup, happen, restore, length, inside, problem } = await building();
  const before = length();
  const path = await backup();
  happen(3);
  await backup();
  const { lineage } = await restore(path);
  expect(lineage).toMatchObject({ origin: "own", shared: before, lost: 3 });
  const noted = inside(({ $client }) =>
    $client.prepare(`SELECT "after" FROM audit_events ORDER BY seq DESC`).pluck().get(),
  );
  const end = { seq: before + 3, hash: expect.stringMatching(/^[\da-f]{64}$/) };
  expect(JSON.parse(String(noted))).toMatchObject({ history: { living: end, lost: 3 } });
  const outside = JSON.parse(readFileSync(join(config.data, "audit-heads.json"), "utf8"));
  expect(outside).toEqual([{ ...end, at: expect.any(String) }]);
  expect(await problem()).toBeNull();
});

test.each([
  ["with the chain reckoned anew", true, differs],
  ["with the chain left as it was", false, /^Entry 2 of the audit trail .* was changed/],
])("a backup that was edited %s and dated back does not pass", async (_, rechain, says) => {
  const { backup, happen, restore, problem } = await building();
  const path = await backup();
  happen(3);
  await backup();
  const how = { rechain, madeAt: "2020-01-01T00:00:00.000Z" };
  const edited = await editedBackup(path, (sqlite) => sqlite.exec(edit), how);
  const { lineage } = await restore(edited);
  if (rechain) expect(lineage).toMatchObject({ origin: "other", shared: 1 });
  expect(await problem()).toMatch(says);
  // Backing it up, restoring that backup or restoring the same file again does not make it true.
  happen(1);
  await restore(await backup());
  expect(await problem()).toMatch(says);
  expect((await restore(edited)).lineage.origin).toBe(rechain ? "other" : "own");
  expect(await problem()).toMatch(says);
});

test("without any backup that noted it, the note of the living trail alone tells", async () => {
  const { config, backup, happen, restore, problem, inside } = await building();
  const path = await backup();
  happen(2);
  const edited = await editedBackup(path, (sqlite) => sqlite.exec(edit));
  rmSync(config.backups, { recursive: true });
  await restore(edited);
  expect(await problem()).toMatch(differs);
  // If somebody also removes that entry from the trail, the note still proves it.
  inside(({ $client }) =>
    unguarded($client).exec(
      "DELETE FROM audit_events WHERE action = 'backups.restore'; UPDATE audit_head SET (seq, hash) = (SELECT seq, hash FROM audit_events ORDER BY seq DESC LIMIT 1)",
    ),
  );
  expect(await problem()).toMatch(/^The restore of .* noted \d+ entries .* now there are fewer/);
});

test("undo, undo of the undo, and a backup of before all that are this building's own", async () => {
  const { backup, happen, restore, undo, problem } = await building();
  const first = await backup();
  happen(5);
  const second = await backup();
  happen(2);
  await backup();
  await restore(first);
  happen(4);
  await backup();
  for (let round = 0; round < 2; round += 1) {
    expect((await undo()).lineage.origin).toBe("own");
    expect(await problem()).toBeNull();
    happen(1);
    await backup();
    expect(await problem()).toBeNull();
  }
  expect((await restore(second)).lineage.origin).toBe("own");
  expect(await problem()).toBeNull();
});

test("a restore is forgotten once it is undone, and reported again when it comes back", async () => {
  const { backup, happen, restore, undo, problem } = await building();
  const path = await backup();
  happen(2);
  const edited = await editedBackup(path, (sqlite) => sqlite.exec(edit));
  await restore(edited);
  await undo();
  expect(await problem()).toBeNull();
  expect((await restore(edited)).lineage.origin).toBe("other");
  expect(await problem()).toMatch(differs);
});

test("an anchor that is older than the restored backup is not excused", async () => {
  const { config, backup, happen, restore, problem } = await building();
  happen(3);
  await backup();
  // The live trail is cut short and its head adjusted, and then a backup of that is restored.
  const db = openBuilding(config.database);
  unguarded(db.$client).exec(
    "DELETE FROM audit_events WHERE seq > 3; UPDATE audit_head SET seq = 3, hash = (SELECT hash FROM audit_events WHERE seq = 3)",
  );
  db.$client.close();
  const cut = await backup();
  happen(1);
  expect((await restore(cut)).lineage.origin).toBe("own");
  expect(await problem()).toMatch(/^The backup stoep-.* noted/);
});

test("on a new machine nothing can be compared, and a made-up restore in the backup excuses nothing", async () => {
  const { config, backup, happen } = await building();
  const path = await backup();
  happen(3);
  await backup();
  const stick = config.backups;
  const onNew = (data: string) => readConfig({ STOEP_DATA: data, BACKUP_COPY_TO: stick });

  const honest = handsOn(onNew(newFolder()));
  const { lineage } = await honest.restore(path);
  expect(lineage).toEqual({ origin: "unknown", living: null, shared: 0, lost: 0 });

  const forger = handsOn(onNew(newFolder()));
  const edited = await editedBackup(path, (sqlite) => {
    sqlite.exec(edit);
    const details = { madeAt: "2020-01-01", history: { origin: "own", shared: 0 } };
    sqlite
      .prepare(
        `INSERT INTO audit_events SELECT 'made-up', '2026-12-31', actor_id, 'backups.restore', subject_id, before, ?, origin, device, seq + 1, origin_salt, origin_digest, content_salt, content_digest, hash FROM audit_events ORDER BY seq DESC LIMIT 1`,
      )
      .run(JSON.stringify(details));
  });
  expect((await forger.restore(edited)).lineage.origin).toBe("unknown");
  expect(await forger.problem()).toMatch(/noted another entry/);
  await forger.backup();
  expect(await forger.problem()).toMatch(/noted another entry/);
});
