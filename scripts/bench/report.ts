import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { pinned } from "./serve.ts";

/** One line of the table: something measured, and what it should be. */
export interface Line {
  what: string;
  /** A ratio, or a number of `unit`. */
  measured: number;
  unit?: "MB" | "s" | "ms";
  /** How far the rounds lay apart, as a part of what was measured. */
  spread?: number;
  goal: { atLeast: number } | { atMost: number };
}

const isMet = ({ measured, goal }: Line): boolean =>
  "atLeast" in goal ? measured >= goal.atLeast : measured <= goal.atMost;

const goalOf = ({ goal, unit }: Line): string => {
  const [sign, bound] = "atLeast" in goal ? ["≥", goal.atLeast] : ["≤", goal.atMost];
  return `${sign} ${bound}${unit ? ` ${unit}` : ""}`;
};

function markdown(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const { what, measured, unit, spread } = line;
    const figure =
      measured.toFixed(unit === "MB" || unit === "ms" ? 0 : 2) + (unit ? ` ${unit}` : "");
    const around = spread === undefined ? "" : `±${(spread * 100).toFixed(0)} %`;
    return `| ${what} | ${figure} | ${around} | ${goalOf(line)} | ${isMet(line) ? "yes" : "no"} |`;
  });
  return ["| | measured | spread | goal | met |", "|---|---|---|---|---|", ...rows].join("\n");
}

/** Prints the table, and writes it with the figures behind it to `file` as JSON if one is named. */
export function report(lines: readonly Line[], file: string | undefined): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}`;
  console.log(`${machine}; ${pinned ? "server and load on a core each" : "not pinned to cores"}\n`);
  console.log(markdown(lines));
  if (!file) return;
  const told = lines.map((line) => ({ ...line, met: isMet(line) }));
  const at = new Date().toISOString();
  writeFileSync(file, `${JSON.stringify({ at, machine, pinned, lines: told }, null, 2)}\n`);
  console.log(`\nAlso in ${file}`);
}
