import { parseArgs } from "node:util";
import { stoep } from "../platform/installation/commands.ts";

/** Why a command did not do its work, in words for the person at the machine. */
export class Refusal extends Error {}

export class UsageError extends Error {}

interface Option {
  type: "string" | "boolean";
  value?: string;
  required?: true;
  help: string;
}
type Options = Record<string, Option>;

type Values<Given extends Options> = {
  [Name in keyof Given]: Given[Name]["type"] extends "boolean"
    ? boolean
    : Given[Name]["required"] extends true
      ? string
      : string | undefined;
};

export interface Command<Given extends Options = Options> {
  name: string;
  summary: string;
  file?: "required" | "optional";
  options: Given;
  notes?: string[];
  /** @param file empty when there is none */
  run(values: Values<Given>, file: string): Promise<void>;
}

/** Infers the type of what `run` gets from the options' names and kinds. */
export const command = <const Given extends Options>(given: Command<Given>): Command =>
  given as unknown as Command;

/** @throws UsageError when the command does not take these words */
export async function runCommand(command: Command, words: string[]): Promise<void> {
  const { options, file } = command;
  const allowPositionals = file !== undefined;
  let parsed: ReturnType<typeof parseArgs>;
  try {
    const how = { allowPositionals, allowNegative: true, strict: true };
    parsed = parseArgs({ args: words, options, ...how });
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split(
      /\.?(?: To |\n)/,
    );
    throw misuse(command, reason.replace("argument is ambiguous", "has no value"));
  }
  const { values, positionals } = parsed;
  // An empty path, as of a variable that is not set, would mean the current folder.
  const missing = Object.keys(options).filter(
    (name) =>
      (options[name]?.required && values[name] === undefined) ||
      (options[name]?.value === "FOLDER" && values[name] === ""),
  );
  if (missing.length > 0)
    throw misuse(command, `Missing: ${missing.map((name) => `--${name}`).join(", ")}`);
  if (positionals[0] === "" || (file === "required" && positionals.length === 0))
    throw misuse(command, "Missing: FILE");
  if (positionals.length > 1) throw misuse(command, `One file only, not ${positionals.length}`);
  await command.run(values as Values<Options>, positionals[0] ?? "");
}

const misuse = (command: Command, what: string) =>
  new UsageError(`${what}.\n\n${usageOf(command)}\n\n${optionLines(command)}`);

function usageOf({ name, file, options }: Command): string {
  const parts = Object.entries(options).map(([option, { value, required }]) => {
    const word = value ? `--${option} ${value}` : `--${option}`;
    return required ? word : `[${word}]`;
  });
  if (file) parts.unshift(file === "required" ? "FILE" : "[FILE]");
  return `Usage: ${stoep} ${[name, ...parts].join(" ")}`;
}

function optionLines({ options }: Command): string {
  const rows = Object.entries(options).map(([option, { value = "", help }]) => [
    `--${option} ${value}`.trim(),
    help,
  ]);
  return columns([...rows, ["--help", "Says all this."]]);
}

export function columns(rows: string[][]): string {
  const width = Math.max(...rows.map(([first = ""]) => first.length));
  return rows.map(([first = "", second = ""]) => `  ${first.padEnd(width)}  ${second}`).join("\n");
}

export function helpOf(command: Command): string {
  const notes = command.notes ? ["", ...command.notes] : [];
  return [command.summary, "", usageOf(command), "", optionLines(command), ...notes].join("\n");
}
