import { expect, test } from "vitest";
import * as z from "zod";
import {
  cellPhone,
  complaint,
  day,
  email,
  id,
  line,
  nameLine,
  numberLine,
  optionalLine,
  orNothing,
  page,
  text,
  username,
} from "./schema.ts";

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

/** The message for a refused value, as if its field were called `it`. */
function complaintOf(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = z.object({ it: schema }).safeParse(value === undefined ? {} : { it: value });
  return error?.issues[0] && complaint(error.issues[0]).message;
}

const choice = z.enum(["Open", "Closed"]);
const choose = "it must be one of: Open, Closed.";

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
  ["none of a choice", choice, "Shut", choose],
  ["nothing of a choice", choice, undefined, choose],
  ["a number too small", z.int().min(1), 0, "it must be at least 1."],
  ["a number too big", z.int().max(200), 201, "it must be at most 200."],
  ["a form of zod's own", z.uuid(), "x", "it has a value that does not work here."],
  ["one of several kinds", page.shape.limit, "many", "it must be a number."],
  ["a number for text that may be left out", optionalLine(5), 5, "it must be text."],
  ["a number for a choice that may be left out", orNothing(choice), 5, choose],
  ["blank text", text(5), "  \n ", "it must not be empty."],
  ["text of marks nobody sees", text(9), "\u200b\u202e\ufeff", "it must not be empty."],
  ["long text", text(5), "123456", "it must be at most 5 characters."],
  ["long text that may be left out", optionalLine(5), "123456", "it must be at most 5 characters."],
  ["text with NUL", text(5), "a\u0000b", "it contains characters that cannot be shown."],
  ["a line end in one line", line(5), "a\nb", "it must be on one line."],
  ["a letter nobody sees", line(5), "a\u3164b", "it contains characters that cannot be shown."],
  ["only letters nobody sees", line(5), "\u2800", "it contains characters that cannot be shown."],
  [
    "a name with a letter of another alphabet",
    nameLine(9),
    "Th\u0430ndi",
    "it mixes letters of different alphabets that look the same, so type it anew.",
  ],
  ["a line end where nothing would do", optionalLine(5), "a\rb", "it must be on one line."],
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
  [day, "\u20662028\u201102\u201129\u2069", "2028-02-29"],
  [line(9), "Tha\u00adn\u200bdi\u200e", "Thandi"],
  [line(9), "one\vtwo\u2028", "one two"],
  [line(9), "Zoe\u0308", "Zo\u00eb"],
  [line(9), "a\u00a0b\u2009c", "a b c"],
  [line(9), "前田 שרה", "前田 שרה"],
  [text(9), "one\vtwo\u2029x", "one\ntwo\nx"],
  [text(9), "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
  [text(9), "می\u200cخواهم", "می\u200cخواهم"],
  [cellPhone, "\u202a082\u00a0123\u20114567\u202c", "082 123-4567"],
  [cellPhone, "(+27)\u200a82\u2013123\u22124567", "(+27) 82-123-4567"],
  [cellPhone, "０８２ １２３ ４５６７", "082 123 4567"],
  // Without its first zero, as a spreadsheet leaves it.
  [cellPhone, "825550000", "0825550000"],
  [cellPhone, "82 555-0000", "082 555-0000"],
  [cellPhone, "925550000", "925550000"],
  [cellPhone, "+442079460", "+442079460"],
  [username, "than\u200bdi\u2011m", "thandi-m"],
  [numberLine(20), "8001015009087\u200b", "8001015009087"],
  [email, "thandi\u00ad@example.co.za\u200b", "thandi@example.co.za"],
  [email, "nele@k\u006f\u0308ln.example", "nele@k\u00f6ln.example"],
  [email, "m&m@example.co.za", "m&m@example.co.za"],
  [email, "a@xn--kln-sna.xn--p1ai", "a@xn--kln-sna.xn--p1ai"],
  [email, "o'brien{x}!#$%^*=?`|~/+_-@a-b.c1.museum", "o'brien{x}!#$%^*=?`|~/+_-@a-b.c1.museum"],
  [email, '"a b\\"@"@example.com', '"a b\\"@"@example.com'],
])("%# is taken as it is meant", (schema, typed, meant) => {
  expect(schema.parse(typed)).toBe(meant);
});

test.each([
  [day, ["2026-2-3", "20260203", "2026-02-03T00:00:00Z", "03/02/2026", "0000-00-00", ""]],
  [email, ["a@b", "a b@example.com", "a@example.com, b@example.com", "", "ünï@example.com"]],
  [email, ["a@-b.com", "a@b-.com", "a@b..com", ".a@b.com", "a.@b.com", "a@1.2.3.4", "@b.com"]],
  [email, [`${"x".repeat(65)}@example.com`, `a@${"x".repeat(64)}.com`, "Thandi <t@example.com>"]],
  [username, ["th\u0430ndi", "anna\u3164", "\u034f", "sipho\u2800"]],
  [email, [`${"x".repeat(250)}@example.com`]],
  [cellPhone, ["1234567890123456", "()()()()", "+27+82", "0821234567x", ""]],
])("%# refuses %j", (schema, values) => {
  for (const value of values) expect(passes(schema, value), value).toBe(false);
});

test.each(["", null, undefined])("%j is nothing where a value may be left out", (nothing) => {
  expect(optionalLine(5).parse(nothing)).toBe(undefined);
});

test("a page has 50 rows by default, at most 200 or all, and other fields are refused", () => {
  expect(page.parse({})).toEqual({ limit: 50 });
  for (const limit of [1, 200, "all"]) expect(passes(page, { limit })).toBe(true);
  for (const limit of [0, -1, 201, 1.5, "ALL", "50", null])
    expect(passes(page, { limit })).toBe(false);
  expect(passes(page, { offset: 100 })).toBe(false);
});
