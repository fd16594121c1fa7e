import { once } from "node:events";
import { createInterface, type ReadLineOptions } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { newPassword } from "../platform/auth/schema.ts";
import { Refusal } from "./command.ts";

/** All of standard input, without the newline that `echo` adds. */
export const textFromStdin = async (): Promise<string> =>
  (await text(process.stdin)).replace(/\r?\n$/, "");

/** @throws Refusal when it cannot be a password */
export async function passwordFromStdin(): Promise<string> {
  if (process.stdin.isTTY) console.error("Type the password, then Enter and Ctrl-D:");
  const given = await textFromStdin();
  if (/[\r\n]/.test(given)) throw new Refusal("The password must be one line.");
  const parsed = newPassword.safeParse(given);
  if (!parsed.success) throw new Refusal(`The password ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}

/** The line that the person types at the terminal; nothing after Ctrl-D or Ctrl-C. */
async function answerTo(question: string, how: Omit<ReadLineOptions, "input">): Promise<string> {
  const terminal = createInterface({ input: process.stdin, ...how });
  try {
    const closed = once(terminal, "close").then(() => "");
    return await Promise.race([terminal.question(question).catch(() => ""), closed]);
  } finally {
    terminal.close();
  }
}

export async function askSecretly(question: string): Promise<string> {
  process.stderr.write(question);
  // Discards what the terminal would show of the typing.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await answerTo("", { output: nowhere, terminal: true });
  process.stderr.write("\n");
  return answer;
}

/** Asks the person at the terminal; only the whole word `yes` counts as agreement. */
export const saysYes = async (question: string): Promise<boolean> =>
  (await answerTo(question, { output: process.stdout })) === "yes";
