/** `1 file`, `3 files`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : `${noun}s`}`;

const units = ["B", "kB", "MB", "GB", "TB"];

/** Bytes as people say them: `812 B`, `1.2 MB`. */
export function sized(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** How many rows there are in which table, the empty ones and the program's own notes left out. */
export const rowsInWords = (rows: Record<string, number>): string =>
  Object.entries(rows)
    .filter(([table, count]) => count > 0 && !table.startsWith("_"))
    .map(([table, count]) => `${count} ${table}`)
    .join(", ") || "no rows";
