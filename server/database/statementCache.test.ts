import Database from "better-sqlite3";
import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { people as peopleTable } from "../features/people/table.ts";
import { openHouse } from "../testing.ts";
import { cacheStatements, unplanned } from "./statementCache.ts";

/** The statements prepared during this work. */
function preparedBy(work: () => void): string[] {
  const prepare = vi.spyOn(Database.prototype, "prepare");
  try {
    work();
    return prepare.mock.calls.map(([source]) => String(source));
  } finally {
    prepare.mockRestore();
  }
}

test("the same query is not prepared again, whatever its values", () => {
  const { db, people } = openHouse();
  const nameOf = (who: "thandi" | "pieter") =>
    db
      .select({ name: peopleTable.name })
      .from(peopleTable)
      .where(eq(peopleTable.id, people[who].id))
      .get()?.name;
  expect(preparedBy(() => nameOf("thandi"))).toHaveLength(1);
  expect(preparedBy(() => expect(nameOf("pieter")).toBe("pieter"))).toEqual([]);
  expect(nameOf("thandi")).toBe("thandi");
});

test("one text asked for rows and for lists of values gives each what it asked for", () => {
  const { db } = openHouse();
  const source = sql`select name from people order by id limit 1`;
  const row = db.all(source);
  expect(row).toEqual([{ name: expect.any(String) }]);
  expect(db.values(source)).toEqual([Object.values(row[0] as object)]);
  expect(db.all(source)).toEqual(row);
});

test("a statement that was refused works for the next one", () => {
  const { db, people } = openHouse();
  const call = (id: string, name: string | null) =>
    db
      .update(peopleTable)
      .set({ name: name as string })
      .where(eq(peopleTable.id, id))
      .run().changes;
  expect(() => call(people.thandi.id, null)).toThrow(/NOT NULL/);
  expect(preparedBy(() => expect(call(people.thandi.id, "Thandeka")).toBe(1))).toEqual([]);
});

test("the cache has room for the statements of a building, and keeps those used last", () => {
  const sqlite = new Database(":memory:");
  const cached = cacheStatements(sqlite);
  const ask = (number: number) => cached.prepare(`select ${number}`).get();
  for (let number = 0; number < 200; number += 1) ask(number);
  ask(0);
  ask(200);
  expect(preparedBy(() => [0, 2, 199, 200].map(ask))).toEqual([]);
  expect(preparedBy(() => ask(1))).toEqual(["select 1"]);
  sqlite.close();
});

test("a limit is a value like others, not a part of the plan", () => {
  expect(unplanned("select a from t where b = ? limit ?")).toBe(
    "select a from t where b = ? limit +?",
  );
  const { db } = openHouse();
  const first = (most: number) =>
    db.select({ id: peopleTable.id }).from(peopleTable).limit(most).all();
  expect([1, 3, 2].map((most) => first(most).length)).toEqual([1, 3, 2]);
});
