import * as z from "zod";

/** An id from a list. Its form is not checked: any other text is just an unknown id. */
export const id = z
  .string()
  .min(1, "must not be empty")
  .max(64, "must be an id as the lists give it");

/** The version of what a form shows (see contentVersion.ts), so that nobody overwrites another's. */
export const shownVersion = z.string().max(64);

// NUL and other control characters are not allowed in what people type, except tabs and line ends.
const control = /(?![\t\n\r])\p{Cc}/u;
/** Characters that change the text direction, which can make a text look like another. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/;
/** A visible character: no space and no zero-width mark. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Z}]/u;

/** Characters that begin a new line. */
const lineEnd = /[\n\r\u2028\u2029]/;

/** A required, trimmed text of at most `max` characters, on one or more lines. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(max, `must be at most ${max} characters`)
    .refine((value) => value === "" || visible.test(value), "must not be empty")
    .refine(
      (value) => !control.test(value) && !bidiControls.test(value),
      "contains characters that cannot be shown",
    );

/** As `text`, but on one line, for names and other short texts in lists. */
export const line = (max: number) =>
  text(max).refine((value) => !lineEnd.test(value), "must be on one line");

/** As `line`, but optional. An empty string counts as left out. */
export const optionalLine = (max: number) =>
  z.union([line(max), z.literal("").transform(() => undefined)]).optional();

/** For clients that send empty fields: null and "" count as left out. */
export const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal(["", null]).transform(() => undefined), schema]).optional();

/** A calendar day of the building, `YYYY-MM-DD`; days that do not exist are refused. */
export const day = z.iso.date({
  error: ({ input }) =>
    input === "" ? "must not be empty" : "must be a day that exists, written YYYY-MM-DD",
});

export const email = z
  .string()
  .trim()
  .max(254, "must be at most 254 characters")
  .pipe(z.email("must be an email address such as thandi@example.co.za"));

/** A telephone number: digits with an optional + in front, and spaces, dots, dashes or brackets. */
export const cellPhone = z
  .string()
  .trim()
  .max(30, "must be at most 30 characters")
  .regex(/^\+?[\d \u00a0().-]+$/, "must be a telephone number such as 082 123 4567")
  .refine((value) => {
    const digits = value.replace(/\D/g, "").length;
    return digits >= 7 && digits <= 15;
  }, "must be a telephone number of 7 to 15 digits");

/**
 * One page of a growing list, by keyset: `cursor` is the last id of the previous page. `limit:
 * "all"` returns the whole list, up to 20 000 rows, for the bare arrays of the REST API.
 */
export const page = z.strictObject({
  cursor: id.optional(),
  limit: z.union([z.int().min(1).max(200), z.literal("all")]).default(50),
});
export type Page = z.output<typeof page>;

/**
 * The person whose data a call is about; by default the one signed in. Residents and staff may not
 * name anyone else, admins may name anyone.
 */
export const named = z.strictObject({ profileId: id.optional() });

/** One problem with the input: the field, and a sentence that says what to change. */
export interface Complaint {
  field: string;
  message: string;
}

/** Explains a zod issue to the person who filled in the field. */
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
      return `must be at most ${issue.maximum}`;
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
