import { expect, test } from "vitest";
import * as z from "zod";
import { cellPhone, complaint, day, email, id, line, optionalLine, page, text } from "./schema.ts";

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

/** The message for a refused value, as if its field were called `it`. */
function complaintOf(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = z.object({ it: schema }).safeParse(value === undefined ? {} : { it: value });
  return error?.issues[0] && complaint(error.issues[0]).message;
}

test.each<[what: string, schema: z.ZodType, value: unknown, sentence: string]>([
  ["nothing", z.string(), undefined, "it is missing."],
  ["nothing where a number belongs", z.number(), undefined, "it is missing."],
  ["null", text(5), null, "it must be text."],
  ["a number for text", text(5), 5, "it must be text."],
  ["text for a number", z.number(), "5", "it must be a number."],
  ["a fraction", z.int(), 1.5, "it must be a whole number."],
  ["text for yes or no", z.boolean(), "yes", "it must be true or false."],
  ["a list for an object", z.object({}), [], "it must be an object with fields."],
  ["an object for a list", z.array(z.string()), {}, "it must be a list."],
  ["none of a choice", z.enum(["Open", "Closed"]), "Shut", "it must be one of: Open, Closed."],
  [
    "nothing of a choice",
    z.enum(["Open", "Closed"]),
    undefined,
    "it must be one of: Open, Closed.",
  ],
  ["a number too small", z.int().min(1), 0, "it must be at least 1."],
  ["a number too big", z.int().max(200), 201, "it must be at most 200."],
  ["a form of zod's own", z.uuid(), "x", "it has a value that does not work here."],
  ["one of several kinds", page.shape.limit, "many", "it has a value that does not work here."],
  ["blank text", text(5), "  \n ", "it must not be empty."],
  ["text of marks nobody sees", text(9), "\u200b\u202e\ufeff", "it must not be empty."],
  ["long text", text(5), "123456", "it must be at most 5 characters."],
  ["long text that may be left out", optionalLine(5), "123456", "it must be at most 5 characters."],
  ["text with NUL", text(5), "a\u0000b", "it contains characters that cannot be shown."],
  ["a line end in one line", line(5), "a\nb", "it must be on one line."],
  ["another kind of line end", line(5), "a\u2028b", "it must be on one line."],
  [
    "a line end in one line that may be left out",
    optionalLine(5),
    "a\rb",
    "it must be on one line.",
  ],
  ["no day", day, "2026-02-30", "it must be a day that exists, written YYYY-MM-DD."],
  ["an empty day", day, "", "it must not be empty."],
  ["no email", email, "thandi@", "it must be an email address such as thandi@example.co.za."],
  ["no telephone", cellPhone, "call me", "it must be a telephone number such as 082 123 4567."],
  ["six digits", cellPhone, "123-456", "it must be a telephone number of 7 to 15 digits."],
  ["an empty id", id, "", "it must not be empty."],
  [
    "a text of the specification",
    z.string().refine(() => false, "Passwords do not match"),
    "x",
    "Passwords do not match",
  ],
])("of %s it is said what to change", (_, schema, value, sentence) => {
  expect(complaintOf(schema, value)).toBe(sentence);
});

test("a complaint names the field with its way there, and unknown fields too", () => {
  const form = z.strictObject({ bank: z.strictObject({ code: text(5) }) });
  const first = (value: unknown) => {
    const { error } = form.safeParse(value);
    return error?.issues[0] && complaint(error.issues[0]);
  };
  expect(first({ bank: { code: "" } })).toEqual({
    field: "bank.code",
    message: "bank.code must not be empty.",
  });
  expect(first({ bank: { code: "x", Rabatt: 1 } })).toEqual({
    field: "bank.Rabatt",
    message: "bank.Rabatt is not a field here. Leave it out.",
  });
  expect(first([])).toEqual({ field: "", message: "The request must be an object with fields." });
  expect(first(undefined)).toEqual({ field: "", message: "The request is missing." });
});

test.each([
  [text(5), "  hi  ", "hi"],
  [text(5), "a\tb\nc", "a\tb\nc"],
  [line(5), " a\tb\n", "a\tb"],
  [text(9), "😀 ünïcødé".slice(0, 9), "😀 ünïcødé".slice(0, 9)],
  [optionalLine(5), "", undefined],
  [optionalLine(5), undefined, undefined],
  [email, " Thandi+1@Example.co.za ", "Thandi+1@Example.co.za"],
  [cellPhone, " +27 (82) 123-4567 ", "+27 (82) 123-4567"],
  [day, "2028-02-29", "2028-02-29"],
])("%# is taken as it is meant", (schema, typed, meant) => {
  expect(schema.parse(typed)).toBe(meant);
});

test.each([
  [day, ["2026-2-3", "20260203", "2026-02-03T00:00:00Z", "03/02/2026", "0000-00-00", ""]],
  [email, ["a@b", "a b@example.com", "a@example.com, b@example.com", "", "ünï@example.com"]],
  [email, [`${"x".repeat(250)}@example.com`]],
  [cellPhone, ["1234567890123456", "()()()()", "+27+82", "0821234567x", ""]],
])("%# refuses %j", (schema, values) => {
  for (const value of values) expect(passes(schema, value), value).toBe(false);
});

test("a page has 50 rows by default, at most 200 or all, and other fields are refused", () => {
  expect(page.parse({})).toEqual({ limit: 50 });
  for (const limit of [1, 200, "all"]) expect(passes(page, { limit })).toBe(true);
  for (const limit of [0, -1, 201, 1.5, "ALL", "50", null])
    expect(passes(page, { limit })).toBe(false);
  expect(passes(page, { offset: 100 })).toBe(false);
});
