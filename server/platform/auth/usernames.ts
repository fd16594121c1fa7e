import { nameKey } from "../validation/keys.ts";
import { sameText } from "../validation/typed.ts";

const plain = (name: string) => sameText(name).replace(/[^a-z0-9]/g, "");

/**
 * `thandi.nkosi`, or else `thandi.nkosi2` and so on.
 * @param reached for making many: the first number to try for each name
 */
export function newUsername(
  { name, surname, email }: { name: string; surname: string; email: string },
  taken: { has: (key: string) => boolean },
  reached = new Map<string, number>(),
): string {
  const parts = [plain(name), plain(surname)].filter(Boolean);
  // Names in other scripts leave nothing; the part of the email before the @ is Latin.
  const stem = parts.join(".").slice(0, 50) || plain(email.split("@")[0] ?? "") || "resident";
  for (let number = reached.get(stem) ?? 1; ; number += 1) {
    const username = number === 1 ? stem : `${stem}${number}`;
    if (taken.has(nameKey(username))) continue;
    reached.set(stem, number);
    return username;
  }
}
