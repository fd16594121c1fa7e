import type Database from "better-sqlite3";

/** Statements that take longer are reported, in milliseconds. They block all other requests. */
const longMs = 50;

type Way = (...values: unknown[]) => unknown;
type Statement = Record<"get" | "all" | "run" | "iterate", Way>;

/** Text literals in a statement, which may be what somebody typed. */
const literal = /'(?:[^']|'')*'/g;

/**
 * Reports slow statements, both those prepared from now on and those run directly, but not commits.
 * @param tell gets the statement without its values
 */
export function watchStatements(
  sqlite: Database.Database,
  tell: (statement: string, ms: number) => void,
): void {
  const note = (source: string, ms: number) => {
    if (ms > longMs) tell(source.replaceAll(literal, "'…'"), Math.round(ms));
  };
  const timed =
    <Name extends string>(source: string, ways: Record<Name, Way>, way: Name, self: unknown): Way =>
    (...values) => {
      const begun = performance.now();
      try {
        return ways[way].apply(self, values);
      } finally {
        note(source, performance.now() - begun);
      }
    };
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = ((source: string) => {
    const statement = prepare(source);
    const watched = statement as unknown as Statement;
    const plain = Object.getPrototypeOf(statement) as Statement;
    for (const way of ["get", "all", "run"] as const)
      watched[way] = timed(source, plain, way, statement);
    watched.iterate = (...values) =>
      watchRows(
        () => plain.iterate.apply(statement, values) as IterableIterator<unknown>,
        (ms) => note(source, ms),
      );
    return statement;
  }) as typeof sqlite.prepare;
  const plain = Object.getPrototypeOf(sqlite) as Record<"exec" | "pragma", Way>;
  sqlite.exec = ((source: string) =>
    timed(source, plain, "exec", sqlite)(source)) as typeof sqlite.exec;
  sqlite.pragma = ((source: string, ...options: unknown[]) =>
    timed(`PRAGMA ${source}`, plain, "pragma", sqlite)(source, ...options)) as typeof sqlite.pragma;
}

/** Iterates over rows without counting the time the caller spends between them. */
function* watchRows(find: () => IterableIterator<unknown>, report: (ms: number) => void) {
  let begun = performance.now();
  let ms = 0;
  try {
    for (const row of find()) {
      ms += performance.now() - begun;
      yield row;
      begun = performance.now();
    }
  } finally {
    report(ms);
  }
}
