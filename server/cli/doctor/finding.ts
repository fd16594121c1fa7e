import { systemErrorInWords } from "../../platform/health/systemErrors.ts";
import { asRoot } from "../../platform/installation/commands.ts";
import { counted } from "../words.ts";

/** One line of the doctor's report: the state, and the command or action that mends it. */
export interface Finding {
  verdict: "ok" | "warn" | "bad";
  says: string;
  mend?: string;
}

export const ok = (says: string): Finding => ({ verdict: "ok", says });
export const warn = (says: string, mend: string): Finding => ({ verdict: "warn", says, mend });
export const bad = (says: string, mend: string): Finding => ({ verdict: "bad", says, mend });

export type Find = () => Finding | Finding[] | Promise<Finding | Finding[]>;

/** Runs one check. If it fails itself, that becomes its finding, so the others still run. */
export async function look(what: string, find: Find): Promise<Finding[]> {
  try {
    return [await find()].flat();
  } catch (error) {
    const why =
      systemErrorInWords(error) ?? (error instanceof Error ? error.message : String(error));
    return [bad(`${what} could not be checked: ${why}`, asRoot)];
  }
}

/** The report: the worst findings last, where they are easiest to see, and a one-line summary. */
export function report(findings: readonly Finding[]): string {
  const of = (verdict: Finding["verdict"]) => findings.filter((each) => each.verdict === verdict);
  const groups = [of("ok"), of("warn"), of("bad")].filter((group) => group.length > 0);
  const paragraphs = groups.map((group) => group.map(inLines).join("\n"));
  return [...paragraphs, summary(of("bad").length, of("warn").length)].join("\n\n");
}

const inLines = ({ verdict, says, mend }: Finding) =>
  `${verdict.padEnd(4)}  ${says}${mend ? `\n      → ${mend}` : ""}`;

function summary(bad: number, warn: number): string {
  if (bad > 0) return `${counted(bad, "thing")} to mend${warn > 0 ? `, ${warn} to look at` : ""}.`;
  return warn > 0 ? `Nothing to mend, ${counted(warn, "thing")} to look at.` : "All is well.";
}
