/** How many letters to insert, remove, replace or swap to turn one name into the other. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
}

/** In shorter names, two different letters are too much. */
const tellingLength = 8;

/** The one of our names that somebody meant; null when it is ours or resembles none. */
function meantName(name: string, own: readonly string[]): string | null {
  if (own.includes(name)) return null;
  const near = own
    .map((each) => ({ each, far: distance(name.toUpperCase(), each) }))
    .filter(({ each, far }) => far <= (each.length < tellingLength ? 1 : 2))
    .sort((a, b) => a.far - b.far);
  return near[0]?.each ?? null;
}

/** The same for environment variables. Many are other programs', so short ones are ignored. */
export const meantInEnvironment = (name: string, own: readonly string[]): string | null =>
  name.length < tellingLength || name !== name.toUpperCase() ? null : meantName(name, own);

/** The same in the settings file, where what begins as ours do can only be meant for Stoep. */
export function meantInFile(name: string, own: readonly string[]): string | null {
  const near = meantName(name, own);
  const [begin] = /^(STOEP|BACKUP|SMTP|OIDC|WEATHER)_/i.exec(name) ?? [];
  if (near || !begin || own.includes(name)) return near;
  const isAlike = (each: string) =>
    each.startsWith(begin.toUpperCase()) || name.toUpperCase() === `STOEP_${each}`;
  return own.filter(isAlike).join(" or ");
}
