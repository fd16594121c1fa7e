import { nameKey } from "./accounts.ts";

/** Letters that are no letter with a mark on it, and so stay when marks are taken off. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
};

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[ßæœøđł]/g, (letter) => letters[letter] ?? letter)
    .normalize("NFD")
    .replace(/[^a-z0-9]/g, "");

/**
 * A username that can be typed on any telephone, and is nobody's yet: `thandi.nkosi`, else
 * `thandi.nkosi2` and so on.
 * @param taken by their `nameKey`
 * @param reached where many are made, of whom nobody goes away: the first number to try of each name
 */
export function newUsername(
  { name, surname, email }: { name: string; surname: string; email: string },
  taken: { has: (key: string) => boolean },
  reached = new Map<string, number>(),
): string {
  const parts = [plain(name), plain(surname)].filter(Boolean);
  // Names in other letters than these leave nothing; the address before the @ is Latin.
  const stem = parts.join(".").slice(0, 50) || plain(email.split("@")[0] ?? "") || "resident";
  for (let number = reached.get(stem) ?? 1; ; number += 1) {
    const username = number === 1 ? stem : `${stem}${number}`;
    if (taken.has(nameKey(username))) continue;
    reached.set(stem, number);
    return username;
  }
}
