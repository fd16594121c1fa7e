import { median, spread } from "./figures.ts";

/** One line of the table: something measured, in one round or several, and what it should be. */
export interface Line {
  what: string;
  /** What each round showed: a ratio, or a number of `unit`. */
  rounds: readonly number[];
  unit?: "MB" | "KB" | "s" | "ms";
  goal: { atLeast: number } | { atMost: number };
  /** Of the round in which most was, so much of the time other work had a core of theirs. */
  disturbed?: number;
}

/** Something that was asked for and could not be measured, and why, in plain words. */
export interface Missing {
  part: string;
  why: string;
}

export interface Measured {
  lines: readonly Line[];
  missing: readonly Missing[];
}

/** Its own threads, and what no machine is ever without. */
const quiet = 0.1;

const isMet = ({ rounds, goal }: Line): boolean =>
  "atLeast" in goal ? median(rounds) >= goal.atLeast : median(rounds) <= goal.atMost;

const goalOf = ({ goal, unit }: Line): string => {
  const [sign, bound] = "atLeast" in goal ? ["≥", goal.atLeast] : ["≤", goal.atMost];
  return `${sign} ${bound}${unit ? ` ${unit}` : ""}`;
};

/** So exact that nothing is rounded across a goal that it missed. */
function figureOf({ rounds, unit }: Line): string {
  const measured = median(rounds);
  if (!unit || unit === "s") return measured.toPrecision(3) + (unit ? " s" : "");
  return `${measured.toFixed(unit === "ms" ? 0 : 1)} ${unit}`;
}

/** The table as Markdown, and below it what is not in it. */
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

/** The same with the figures behind it. */
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
