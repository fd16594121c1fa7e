import { isIn, searchTextOf, termsOf } from "../../../../server/platform/lists/words.ts";

/** The six digits of a code, as somebody types them in one or two groups; otherwise null. */
export function codeIn(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

/**
 * Whether these texts have what a guard typed, or have it in one word as a number plate; all of them while
 * they type a code or nothing.
 */
export function finds(typed: string, texts: readonly string[]): boolean {
  if (codeIn(typed) !== null) return true;
  const text = searchTextOf(texts);
  const has = (words: string) => termsOf(words).every((term) => isIn(text, term));
  return has(typed) || has(typed.replace(/[\s.-]/g, ""));
}

/**
 * Whether they typed which row they look for, and so may be shown who that is: the whole label of its
 * unit, or three letters of a name. On the way to "Unit 21" nobody is shown, because the queue looks
 * on; nor with figures alone, which begin a code.
 */
export function asksFor(typed: string, unit: string, names: readonly string[]): boolean {
  const [name, label] = [searchTextOf(names), searchTextOf([unit])];
  if (/\p{L}/u.test(typed) && searchTextOf([typed.trim()]) === label) return true;
  return termsOf(typed).some(
    (term) => /\p{L}{3}/u.test(term) && isIn(name, term) && !isIn(label, term),
  );
}
