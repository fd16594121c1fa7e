/** `1 file`, `3 files`. */
export const counted = (count: number, noun: string, many = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : many}`;

const units = ["B", "kB", "MB", "GB", "TB"];

export function sized(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** How many rows each table has, without empty tables and internal ones. */
export const rowsInWords = (rows: Record<string, number>): string =>
  Object.entries(rows)
    .filter(([table, count]) => count > 0 && !table.startsWith("_"))
    .map(([table, count]) => `${count} ${table}`)
    .join(", ") || "no rows";

/** `66 people, 1 unit and 45 uploaded files`: kinds without any are left out. */
export function countsInWords(counts: readonly { kind: string; count: number }[]): string {
  const parts = counts
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => (count === 1 ? `1 ${one(kind)}` : `${count} ${kind.toLowerCase()}`));
  return inOneList.format(parts) || "nothing yet";
}

const inOneList = new Intl.ListFormat("en-ZA");

const one = (kind: string) => (kind === "People" ? "person" : kind.toLowerCase().replace(/s$/, ""));
