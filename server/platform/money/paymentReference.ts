/** The letters of a reference: I, O and Q look like 1 and 0. There are 23, a prime, for the check. */
const letters = "ABCDEFGHJKLMNPRSTUVWXYZ";

/** The first letters of a building's name that a reference may have: `MAR` for Marula Court. */
function prefixOf(name: string): string {
  const plain = name.normalize("NFD").toUpperCase();
  return [...plain]
    .filter((letter) => letters.includes(letter))
    .join("")
    .slice(0, 3)
    .padEnd(3, "X");
}

/**
 * Three letters of the building's name, the unit's number from 1 to 999 999, and a check letter,
 * such as `MAR03K`. It shows any one wrong character, and any two neighbours that were swapped.
 */
export function paymentReference(name: string, number: number): string {
  const prefix = prefixOf(name);
  const digits = String(number).padStart(2, "0");
  const values = [
    ...[...prefix].map((letter) => letters.indexOf(letter)),
    ...[...digits].map(Number),
  ];
  const sum = values.reduce((total, value, place) => total + value * (place + 1), 0);
  return `${prefix}${digits}${letters[sum % letters.length]}`;
}
