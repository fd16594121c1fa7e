import fc from "fast-check";
import { expect, test } from "vitest";
import { commonPasswords as common } from "./commonPasswords.ts";
import { weakness } from "./weak.ts";

const names = [
  ...["Stoep", "Jacaranda Court", "Unit 12", "Thandi", "Mokoena", "thandi.m"],
  ...["thandi@example.co.za", "082 123 4567", "8001015009087"],
];
const verdict = (password: string) => weakness(password, names, common);

test.each([
  "password",
  "Password123!",
  "P@ssw0rd",
  "qwertyuiop",
  "iloveyou1",
  "football2024",
  "!dragon99",
])("%s is what burglars try first", (password) =>
  expect(verdict(password)).toContain("Many people"),
);

test.each(["12345678", "aaaaaaaa", "abababab", "abcd1234", "87654321", "xyzxyzxyz", "        "])(
  "%j is only a pattern",
  (password) => expect(verdict(password)).toContain("pattern"),
);

test.each([
  ...[
    "thandi1984",
    "Th4ndi!2026",
    "ThandiMokoena",
    "JacarandaCourt12",
    "stoep2026!",
    "unit12unit12x",
  ],
  ...["thandi@example.co.za", "8001015009087", "0821234567 ", "mokoenapassword", "jacaranda_12"],
])("%s is made of names that everybody knows", (password) =>
  expect(verdict(password)).toMatch(/names that everybody|pattern/),
);

test.each([
  ...["a long password", "a stoep in the sun", "thandi grows tomatoes", "correct horse battery"],
  ...[
    "ubuntu ngumuntu",
    "9f!kQ2z#",
    "пароль для дома",
    "沈黙の春を読む人",
    "jacarandas in the street",
  ],
])("%s will do", (password) => expect(verdict(password)).toBeNull());

test("short words do not spoil what they stand in", () => {
  expect(weakness("a tall old baobab", ["Al", "Bo"], common)).toBeNull();
});

test("whatever else is typed, words of one's own make it good", () => {
  const letters = fc.string({ unit: "binary", maxLength: 100 });
  fc.assert(
    fc.property(letters, (typed) => {
      expect(verdict(`four herons wade ${typed}`)).toBeNull();
    }),
  );
});
