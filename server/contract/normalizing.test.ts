import { expect, test } from "vitest";
import { openHouse } from "../testing.ts";
import {
  changedTexts,
  fieldsOf,
  goodInput,
  goodValues,
  inputSchemas,
  pietersThings,
} from "./samples.ts";

// Whatever people type or paste into any field of any call, marks that nobody sees change nothing.

/** Ids and the like, which programs send and nobody types, and secrets, which may be anything. */
const notTyped =
  /(^|[a-z])(Id|Ids)$|^(id|ids|before|cursor|newRole|version|action|archive|sent|entry|voter|bondholder|people|who|about|rawId|signature|clientDataJSON|attestationObject|authenticatorData|passphrase|password|currentPassword|confirmPassword|confirmation|residentEmail|fileName)$/;

const inMiddle = (mark: string) => (text: string) =>
  text.slice(0, Math.ceil(text.length / 2)) + mark + text.slice(Math.ceil(text.length / 2));

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
  const values = goodValues(await pietersThings(openHouse()));
  const other: string[] = [];
  let looked = 0;
  for (const { path, schema } of inputSchemas) {
    const given = Object.keys(fieldsOf(schema)).length > 0 ? goodInput(schema, values) : undefined;
    if (given && !schema.safeParse(given).success) delete given.maintenanceType;
    const meant = schema.safeParse(given);
    if (!meant.success) continue;
    for (const { field, value } of changedTexts(given, change)) {
      if (notTyped.test(field)) continue;
      const read = schema.safeParse(value);
      // One of a choice is chosen, not typed.
      if (read.error?.issues.some(({ code }) => code === "invalid_value")) continue;
      looked += 1;
      if (JSON.stringify(read.data) !== JSON.stringify(meant.data)) other.push(`${path} ${field}`);
    }
  }
  expect(other).toEqual([]);
  expect(looked).toBeGreaterThan(80);
});
