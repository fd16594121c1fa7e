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

/** Ids and the like, which programs send and nobody types, and secrets, which may be anything. */
const notTyped =
  /(^|[a-z])(Id|Ids)$|^(id|ids|before|cursor|newRole|version|action|archive|sent|entry|voter|bondholder|people|who|about|audience|rawId|signature|endpoint|p256dh|auth|clientDataJSON|attestationObject|authenticatorData|passphrase|password|currentPassword|confirmPassword|confirmation|residentEmail|fileName)$/;

const inMiddle = (mark: string) => (text: string) =>
  text.slice(0, Math.ceil(text.length / 2)) + mark + text.slice(Math.ceil(text.length / 2));

/** Every text of every call with a good input, changed: what it is, what is read, and what was meant. */
async function changed(change: (text: string) => string) {
  const values = goodValues(await pietersThings(openHouse()));
  return inputSchemas.flatMap(({ path, schema }) => {
    const given = Object.keys(fieldsOf(schema)).length > 0 ? goodInput(schema, values) : undefined;
    // Only staff have a trade.
    if (given && !schema.safeParse(given).success) delete given.maintenanceType;
    const meant = schema.safeParse(given);
    return [...changedTexts(given, change)].map(({ field, value }) => {
      const read = schema.safeParse(value);
      return { field, name: `${path} ${field}`, read, meant };
    });
  });
}

// Whatever people type or paste into any field of any call, marks that nobody sees change nothing.
test.each<[what: string, change: (text: string) => string]>([
  ["a zero-width space", inMiddle("\u200b")],
  ["a zero-width joiner", inMiddle("\u200d")],
  ["a word joiner", inMiddle("\u2060")],
  ["a byte order mark", (text) => `\ufeff${text}`],
  ["a soft hyphen", inMiddle("\u00ad")],
  ["bidi marks", (text) => `\u200e${text}\u200f`],
  ["bidi isolates", (text) => `\u2066${text}\u2069`],
  ["bidi embeddings", (text) => `\u202a${text}\u202c`],
  ["spaces of other kinds around it", (text) => `\u00a0\u2009${text}\u202f`],
  ["accents apart from their letters", (text) => text.normalize("NFD")],
  ["Word's line break at its end", (text) => `${text}\v`],
])("%s is read as if it were not there, in every field of every call", async (_, change) => {
  const looked = (await changed(change)).filter(
    ({ field, meant, read }) =>
      meant.success &&
      !notTyped.test(field) &&
      // One of a choice is chosen, not typed.
      !read.error?.issues.some(({ code }) => code === "invalid_value"),
  );
  const other = looked.filter(
    ({ read, meant }) => JSON.stringify(read.data) !== JSON.stringify(meant.data),
  );
  expect(other.map(({ name }) => name)).toEqual([]);
  expect(looked.length).toBeGreaterThan(80);
});

// Line breaks are allowed only in texts of several lines. A name with one would start its own row,
// header or paragraph wherever it is shown.
test("no call takes a line end in a name", async () => {
  const known = new Set([...textFields, ...secretFields, ...lookedUp]);
  const looked = await changed((text) => `${text.slice(0, 1)}\n${text.slice(1) || "x"}`);
  const taken = looked.filter(
    ({ field, name, read }) =>
      JSON.stringify(read.data ?? null).includes("\\n") &&
      !/^id$|Ids?$/.test(field) &&
      !known.has(field) &&
      !known.has(name),
  );
  expect(taken.map(({ name }) => name)).toEqual([]);
  expect(looked.length).toBeGreaterThan(100);
});
