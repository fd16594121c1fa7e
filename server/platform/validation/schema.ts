import * as z from "zod";
import { isEmail, withSmallHost } from "./email.ts";
import {
  hasBlankLetter,
  mixesAlphabets,
  tidyLine,
  tidyNumber,
  tidyText,
  withFirstZero,
} from "./typed.ts";

/** An id from a list. Its form is not checked: any other text is just an unknown id. */
export const id = z
  .string()
  .min(1, "must not be empty")
  .max(64, "must be an id as the lists give it");

/** The version of what a form shows (see contentVersion.ts), so that nobody overwrites another's. */
export const shownVersion = z.string().max(64);

// NUL and other control characters are not allowed in what people type, except tabs and line ends,
// nor is the mark that turns a text round, because it is there to make one text look like another.
const control = /(?![\t\n\r])\p{Cc}|\u202e/u;
/** A visible character: no space and no zero-width mark. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Z}]/u;

const cannotBeShown = "contains characters that cannot be shown";

const tidied = (tidy: (typed: string) => string, max: number) =>
  z
    .string()
    .overwrite(tidy)
    .min(1, "must not be empty")
    .max(max, `must be at most ${max} characters`)
    .refine((value) => value === "" || visible.test(value), "must not be empty")
    .refine((value) => !control.test(value), cannotBeShown);

export const text = (max: number) => tidied(tidyText, max);

const onOneLine = (tidy: (typed: string) => string, max: number) =>
  tidied(tidy, max)
    .refine((value) => !/[\n\r]/.test(value), "must be on one line")
    .refine((value) => !hasBlankLetter(value), cannotBeShown);

/** As `text`, but on one line, for names and other short texts in lists. */
export const line = (max: number) => onOneLine(tidyLine, max);

/** As `line`, for numbers and the like: any dash in it is a hyphen, any digit a plain one. */
export const numberLine = (max: number) => onOneLine(tidyNumber, max);

const oneAlphabet = "mixes letters of different alphabets that look the same, so type it anew";

/** As `line`, for names that nothing else may look like, such as a unit's or a visitor's. */
export const nameLine = (max: number) =>
  line(max).refine((value) => !mixesAlphabets(value), oneAlphabet);

/** Words that begin a surname of several words: `van der Merwe`, `de Villiers`. */
const particles = new Set(
  "van von de du der den la le ten ter janse dos da di al el bin st".split(" "),
);

export const isParticle = (word: string): boolean => particles.has(word.toLowerCase());

/** `Johan van der Merwe` in parts; the last word is the surname if none begins it. */
export function nameInParts(whole: string): { name: string; surname: string } {
  const words = whole.split(/\s+/).filter(Boolean);
  if (words.length < 2) return { name: words.join(" "), surname: "" };
  const particle = words.findIndex((word, at) => at > 0 && isParticle(word));
  const at = particle > 0 ? particle : words.length - 1;
  return { name: words.slice(0, at).join(" "), surname: words.slice(at).join(" ") };
}

export const username = numberLine(60).refine((value) => !mixesAlphabets(value), oneAlphabet);

/** Optional in a form and for programs: null and "" count as left out. */
export const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal(["", null]).transform(() => undefined), schema]).optional();

export const optionalLine = (max: number) => orNothing(line(max));

/** A calendar day of the building, `YYYY-MM-DD`; days that do not exist are refused. */
export const day = z
  .string()
  .overwrite(tidyNumber)
  .check(
    z.iso.date({
      error: ({ input }) =>
        input === "" ? "must not be empty" : "must be a day that exists, written YYYY-MM-DD",
    }),
  );

const instant = z.iso
  .datetime({ offset: true, error: "must be a day, written YYYY-MM-DD" })
  .transform((time) => new Date(time).toISOString());

/** A whole day of the building; programs may send an instant. */
export const dayOrInstant = z.union(
  [day, instant],
  "must be a day that exists, written YYYY-MM-DD",
);

const minutes = z
  .string()
  .overwrite(tidyNumber)
  .refine((typed) => {
    const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN;
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(typed);
  });

/** A time of day of the building, `YYYY-MM-DDTHH:MM`; programs may send an instant. */
export const timeOrInstant = z.union(
  [minutes, instant],
  "must be a time that exists, written YYYY-MM-DDTHH:MM",
);

// Letters of full width stay what they are: one that only looks like an address is none.
export const email = z
  .string()
  .overwrite((typed) => withSmallHost(tidyLine(typed)))
  .max(254, "must be at most 254 characters")
  .refine(isEmail, "must be an email address such as thandi@example.co.za")
  .meta({ format: "email" });

/** Digits with an optional + in front, and spaces, dots, hyphens or brackets. */
const dialled = /^\(?\+?[\d ().-]+$/;

/** @param least the fewest digits */
const telephone = (least: number) =>
  z
    .string()
    .overwrite((typed) => withFirstZero(tidyNumber(typed)))
    .max(30, "must be at most 30 characters")
    .regex(dialled, "must be a telephone number such as 082 123 4567")
    .refine((value) => {
      const digits = value.replace(/\D/g, "").length;
      return digits >= least && digits <= 15;
    }, `must be a telephone number of ${least} to 15 digits`);

export const cellPhone = telephone(7);

/** A number to dial, also a short one such as 112. */
export const shortNumber = telephone(3);

/** `limit: "all"` returns up to 20 000 rows, for the bare arrays of the REST API. */
export const page = z.strictObject({
  cursor: id.optional(),
  limit: z.union([z.int().min(1).max(200), z.literal("all")]).default(50),
});

/** The person; by default the caller. Residents and staff may name nobody else, admins may. */
export const ofProfile = z.strictObject({ profileId: id.optional() });

export interface Complaint {
  field: string;
  message: string;
}

export function complaint(issue: z.core.$ZodIssue): Complaint {
  if (issue.code === "unrecognized_keys") {
    const field = [...issue.path, issue.keys[0] ?? ""].map(String).join(".");
    return { field, message: `${field} is not a field here. Leave it out.` };
  }
  const field = issue.path.map(String).join(".");
  const words = ownWords(issue) ?? builtIn(issue);
  // Our schemas give either the rest of a sentence about the field ("must be …") or a whole text of
  // the specification ("Passwords do not match"), which stays unchanged.
  const message = /^[a-z]/.test(words) ? `${field || "The request"} ${words}.` : words;
  return { field, message };
}

/** The message from one of our schemas; undefined if it is zod's own. */
function ownWords(issue: z.core.$ZodIssue): string | undefined {
  const messages = [issue, ...(issue.code === "invalid_union" ? issue.errors.flat() : [])];
  return messages.map(({ message }) => message).find((text) => !/^(Invalid|Too|Unrec)/.test(text));
}

function builtIn(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_union") {
    // What it is besides one of a few values, such as "", says most.
    const each = issue.errors.flat();
    const first = each.find(({ code }) => code !== "invalid_value") ?? each.at(-1);
    if (first) return builtIn(first);
  }
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("received undefined")
        ? "is missing"
        : `must be ${article(issue.expected)}`;
    case "invalid_value":
      return `must be one of: ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}`;
    default:
      return "has a value that does not work here";
  }
}

function article(expected: string): string {
  const words: Record<string, string> = {
    string: "text",
    number: "a number",
    int: "a whole number",
    boolean: "true or false",
    object: "an object with fields",
    array: "a list",
  };
  return words[expected] ?? `a ${expected}`;
}
