import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { newPassword } from "../platform/auth/schema.ts";
import { Refusal } from "./command.ts";

/**
 * The password on standard input, without the line end that `echo` adds.
 * @throws Refusal when it cannot be a password
 */
export async function passwordFromStdin(): Promise<string> {
  if (process.stdin.isTTY) console.error("Type the password, then Enter and Ctrl-D:");
  let typed = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) typed += chunk;
  const parsed = newPassword.safeParse(typed.replace(/\r?\n$/, ""));
  if (!parsed.success) throw new Refusal(`The password ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}

/** Asks the person at the terminal; only the whole word `yes` is one. */
export async function saysYes(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    // Ctrl-D and Ctrl-C close the terminal and leave the question without an answer.
    const closed = once(terminal, "close").then(() => "");
    return (await Promise.race([terminal.question(question).catch(() => ""), closed])) === "yes";
  } finally {
    terminal.close();
  }
}
