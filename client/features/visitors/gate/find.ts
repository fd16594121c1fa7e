import { isIn, searchTextOf, termsOf } from "../../../../server/platform/lists/words.ts";

/** The six digits of a code, as somebody types them in one or two groups; otherwise null. */
export function codeIn(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** Whether these texts have what a guard typed; all of them while they type a code or nothing. */
export function finds(typed: string, texts: readonly string[]): boolean {
  if (codeIn(typed) !== null) return true;
  const text = searchTextOf(texts);
  return termsOf(typed).every((term) => isIn(text, term));
}

/** Whether they typed some of a name or a unit, and so may be shown who that is; figures begin a code. */
export const asksFor = (typed: string): boolean => /\p{L}/u.test(typed) && typed.trim().length > 1;
