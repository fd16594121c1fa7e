import fc from "fast-check";
import { expect, test } from "vitest";
import { codeLetters, isCode, linkToken, token } from "./schema.ts";
import { codeFor, hashToken, newToken, tokenFor } from "./secrets.ts";

test("tokens have 256 bits, are never the same, and fit where they go", () => {
  const made = Array.from({ length: 2_000 }, newToken);
  expect(new Set(made).size).toBe(made.length);
  for (const each of made) {
    expect(Buffer.from(each, "base64url")).toHaveLength(32);
    expect(token.parse(each)).toBe(each);
    expect(encodeURIComponent(each)).toBe(each);
  }
});

test("of a row the token is the same, of another one another, and its hash tells nothing of it", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      expect(tokenFor(one)).toBe(tokenFor(one));
      if (one !== other) expect(tokenFor(one)).not.toBe(tokenFor(other));
      expect(token.safeParse(tokenFor(one)).success).toBe(true);
      expect(hashToken(tokenFor(one))).not.toContain(tokenFor(one).slice(0, 8));
    }),
  );
});

const typed = fc.record({
  lower: fc.boolean(),
  separator: fc.constantFrom("", "-", " ", "\u2013", "\u00a0"),
  every: fc.integer({ min: 1, max: 12 }),
  one: fc.constantFrom("1", "l", "I"),
});

test("a code from paper is read however it is typed, and never as a token", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), typed, (batch, person, { lower, separator, every, one }) => {
      const code = codeFor(batch, person);
      expect(isCode(code)).toBe(true);
      expect([...code].every((letter) => codeLetters.includes(letter))).toBe(true);
      const parts = code.match(new RegExp(`.{1,${every}}`, "g")) ?? [];
      const written = parts.join(separator).replaceAll("0", "o").replaceAll("1", one);
      expect(linkToken.parse(lower ? written.toLowerCase() : written)).toBe(code);
    }),
  );
});

test("whatever else is typed is refused or read as one of the two", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), (text) => {
      const read = linkToken.safeParse(text);
      if (read.success) expect(isCode(read.data) || token.safeParse(read.data).success).toBe(true);
    }),
  );
});
