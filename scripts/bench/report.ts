import { median, spread } from "./figures.ts";

/** One line of the table: a figure measured in one or more rounds, and its goal. */
export interface Line {
  what: string;
  /** The result of each round: a ratio, or a number of `unit`. */
  rounds: readonly number[];
  unit?: "MB" | "KB" | "s" | "ms";
  goal: { atLeast: number } | { atMost: number };
  /** In the worst round, the share of the time in which other processes took a core from it. */
  disturbed?: number;
}

/** Something that could not be measured, and why, in plain words. */
export interface Missing {
  part: string;
  why: string;
}

export interface Measured {
  lines: readonly Line[];
  missing: readonly Missing[];
}

/** Disturbance by its own threads and the background work that every machine has. */
const quiet = 0.1;

const isMet = ({ rounds, goal }: Line): boolean =>
  "atLeast" in goal ? median(rounds) >= goal.atLeast : median(rounds) <= goal.atMost;

const goalOf = ({ goal, unit }: Line): string => {
  const [sign, bound] = "atLeast" in goal ? ["≥", goal.atLeast] : ["≤", goal.atMost];
  return `${sign} ${bound}${unit ? ` ${unit}` : ""}`;
};

/** Precise enough that rounding never hides a missed goal. */
function figureOf({ rounds, unit }: Line): string {
  const measured = median(rounds);
  if (!unit || unit === "s") return measured.toPrecision(3) + (unit ? " s" : "");
  return `${measured.toFixed(unit === "ms" ? 0 : 1)} ${unit}`;
}

/** The table as Markdown, and below it what could not be measured. */
export function markdownOf({ lines, missing }: Measured): string {
  const rows = lines.map((line) => {
    const { what, rounds } = line;
    const around = rounds.length > 1 ? `± ${(spread(rounds) * 100).toFixed(0)} %` : "";
    const cells = [what, figureOf(line), around, rounds.length, goalOf(line)];
    cells.push(isMet(line) ? "yes" : "no");
    return `| ${cells.join(" | ")} |`;
  });
  const head = ["| | median | spread | rounds | goal | met |", "|---|---|---|---|---|---|"];
  const notes = missing.map(({ part, why }) => `\nNot measured: ${part}. ${why}`);
  const disturbed = Math.max(0, ...lines.map((line) => line.disturbed ?? 0));
  if (disturbed > quiet)
    notes.push(
      `\nOther work had the core of a server or of the load for up to ${(disturbed * 100).toFixed(0)} % of a round: ` +
        "what a quieter machine shows is truer.",
    );
  return [...head, ...rows, ...notes].join("\n");
}

/** The same as JSON, with the figures of each round. */
export const jsonOf = ({ lines, missing }: Measured, about: object) => ({
  ...about,
  lines: lines.map((line) => ({
    what: line.what,
    measured: median(line.rounds),
    unit: line.unit,
    spread: spread(line.rounds),
    rounds: line.rounds,
    goal: line.goal,
    met: isMet(line),
    disturbed: line.disturbed,
  })),
  missing,
});
