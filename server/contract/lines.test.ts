import { expect, test } from "vitest";
import { openHouse } from "../testing.ts";
import { lookedUp, secretFields, textFields } from "./byHand.ts";
import {
  changedTexts,
  fieldsOf,
  goodInput,
  goodValues,
  inputSchemas,
  pietersThings,
} from "./samples.ts";

// Line breaks are allowed only in texts of several lines. A name with one would start its own row,
// header or paragraph wherever it is shown.

const isId = (field: string) => /^id$|Ids?$/.test(field);

/** With a line break in the middle. */
const broken = (text: string) => `${text.slice(0, 1)}\n${text.slice(1) || "x"}`;

const hasLineEnd = (value: unknown) => JSON.stringify(value ?? null).includes("\\n");

test("no call takes a line end in a name", async () => {
  const values = goodValues(await pietersThings(openHouse()));
  const known = new Set([...textFields, ...secretFields, ...lookedUp]);
  const taken: string[] = [];
  let looked = 0;
  for (const { path, schema } of inputSchemas) {
    const given = Object.keys(fieldsOf(schema)).length > 0 ? goodInput(schema, values) : undefined;
    // Only staff have a trade.
    if (given && !schema.safeParse(given).success) delete given.maintenanceType;
    for (const { field, value } of changedTexts(given, broken)) {
      looked += 1;
      const parsed = schema.safeParse(value);
      if (
        parsed.success &&
        hasLineEnd(parsed.data) &&
        !isId(field) &&
        !known.has(field) &&
        !known.has(`${path} ${field}`)
      )
        taken.push(`${path} ${field}`);
    }
  }
  expect(taken).toEqual([]);
  expect(looked).toBeGreaterThan(100);
});

test("a text of several lines keeps them", async () => {
  const { as } = openHouse();
  const message = "Water is off\non Friday";
  await as("anna").admin.announcements.post({ message });
  const { rows } = await as("thandi").member.announcements.all({});
  expect(rows).toMatchObject([{ message }]);
});
