// Text from outside meets our regular expressions, and one that goes back over what it has read takes
// minutes for some thousand characters. Each of them has to read 64 kB within 50 ms.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sample, string } from "fast-check";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { guardFormulas, withoutGuards } from "../server/platform/csv/formulas.ts";
import { namesIn } from "../server/platform/csv/names.ts";
import { fromOneByte } from "../server/platform/csv/oneByte.ts";
import { repairedDay } from "../server/platform/csv/repaired.ts";
import { root } from "../server/platform/installation/paths.ts";

const inTests = /test\.|testing|\/e2e\/|fixtures|\/contract\/|\/faults\/|\/cli\/demo\//;
const sources = execFileSync("git", ["ls-files", "server", "client"], { cwd: root })
  .toString()
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !inTests.test(file));

interface Expression {
  name: string;
  /** Applies it as our code does. */
  read: (text: string) => unknown;
  /** Parts of texts that it looks for. */
  parts: string[];
}

/** Pieces of the texts that an expression is about: words of it, and single characters. */
const partsOf = (pattern: string): string[] =>
  pattern.replace(/\\[a-zA-Z]/g, "").match(/[\w-]{2,}|[^\\()[\]{}?*+|^$]/gu) ?? [];

function expressionsIn(file: string): Expression[] {
  const found: Expression[] = [];
  const { program } = parseSync(file, readFileSync(join(root, file), "utf8"));
  new Visitor({
    Literal(literal) {
      if (!("regex" in literal)) return;
      const { pattern, flags } = literal.regex;
      const expression = new RegExp(pattern, flags);
      found.push({
        name: `${file} ${literal.raw}`,
        read: (text) =>
          flags.includes("g") ? text.replace(expression, "") : expression.exec(text),
        parts: partsOf(pattern),
      });
    },
  }).visit(program);
  return found;
}

/** Those that are put together, and functions that use several. */
const readers: Expression[] = [
  { name: "guardFormulas", read: guardFormulas, parts: ["'=", ",'", '"='] },
  { name: "withoutGuards", read: withoutGuards, parts: ["'=", ",'", '"='] },
  {
    name: "fromOneByte",
    read: (text) => fromOneByte(Buffer.from(text, "latin1")),
    parts: ["a\u0091", "\u009a", "K\u0085", "Ren\u00e9"],
  },
  { name: "namesIn", read: (text) => namesIn(text), parts: ["A & ", "van ", "Mr "] },
  { name: "repairedDay", read: repairedDay, parts: ["1/", "1 March ", "00:00"] },
];

const common = [..." aA10.,-/<\n\t'\"&:_@\u00a0é=;(\u0001\u200b\u0301", ...sample(string(), 10)];
const size = 64 * 1024;
const limitMs = 50;

const timeOf = ({ read }: Expression, text: string): number => {
  const start = performance.now();
  read(text);
  return performance.now() - start;
};

/** Texts of a length, of one or two parts again and again, with another beginning and end. */
function* textsOf({ parts }: Expression): Generator<(length: number) => string> {
  const own = [...new Set(parts)].slice(0, 24);
  const all = [...new Set([...common, ...own])].filter(Boolean);
  for (const one of all)
    for (const other of ["", ...all.slice(0, 14), ...own.slice(0, 8)])
      for (const end of ["", "\u0001"])
        for (const start of ["", own[0] ?? ""]) {
          const piece = one + other;
          yield (length) => start + piece.repeat(Math.ceil(length / piece.length)) + end;
        }
}

/** The milliseconds for the text that takes it longest. */
function slowest(expression: Expression): number {
  let [most, worst] = [0, (_: number) => ""];
  for (const text of textsOf(expression)) {
    // A sixteenth of the size shows which text is the slowest: all of them whole would take minutes.
    const time = timeOf(expression, text(size / 16));
    if (time > most) [most, worst] = [time, text];
  }
  const whole = worst(size);
  return Math.min(...[1, 2, 3].map(() => timeOf(expression, whole)));
}

test("every regular expression reads 64 kB of anything within 50 ms", () => {
  const all = [...sources.flatMap(expressionsIn), ...readers];
  expect(all.length).toBeGreaterThan(300);
  const slow = all
    .map((each) => ({ name: each.name, ms: Math.round(slowest(each)) }))
    .filter(({ ms }) => ms >= limitMs);
  expect(slow).toEqual([]);
});
