import * as z from "zod";
import { tidyLine } from "../validation/typed.ts";

/** The most for one amount: R1 000 000.00. Above it a typing mistake is likelier than a fine. */
export const maxCents = 100_000_000;

/** An amount in whole cents, above 0. */
export const cents = z
  .int("must be a whole number of cents")
  .positive("must be more than 0")
  .max(maxCents, "must be at most R1 000 000.00");

/** "450", "450.5", ".5", "1e3" → cents, or why not. Read as text, to avoid binary fractions. */
export function parseRand(typed: string): { cents: number } | { problem: string } {
  const match = /^(\d*)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(tidyLine(typed));
  const [, whole = "", fraction = "", exponent = "0"] = match ?? [];
  if (whole + fraction === "")
    return { problem: "must be an amount in rand such as 450 or 450.50" };
  const decimals = fraction.length - Number(exponent);
  if (decimals > 2) return { problem: "must have at most two decimals" };
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return { problem: "must be more than 0" };
  const zeros = 2 - decimals;
  const value = digits.length + zeros > 12 ? maxCents + 1 : Number(digits + "0".repeat(zeros));
  if (value > maxCents) return { problem: "must be at most R1 000 000.00" };
  return { cents: value };
}

/** An amount in rand, as text or a JSON number → whole cents. */
export const rand = z
  .union([z.string(), z.number()], "must be an amount in rand such as 450 or 450.50")
  .transform((typed, context) => {
    const parsed = parseRand(String(typed));
    if ("cents" in parsed) return parsed.cents;
    context.addIssue({ code: "custom", message: parsed.problem });
    return z.NEVER;
  });

/** Rand as people type or paste them, "R1 250,50" → whole cents. REST clients use `rand`. */
export const typedRand = z.preprocess((typed) => {
  if (typeof typed !== "string") return typed;
  return tidyLine(typed)
    .replace(/^R\s*/i, "")
    .replace(/(\d)\s(?=\d{3}(?!\d))/g, "$1")
    .replace(/,(?=\d{1,2}$)/, ".");
}, rand);

/** Cents → rand as a JSON number (45050 → 450.5). */
export const randOf = (amountCents: number): number => amountCents / 100;
