import type Database from "better-sqlite3";

/** A statement that takes longer, in milliseconds, is told of: all that time nobody else is answered. */
const longMs = 50;

type Statement = Record<"get" | "all" | "run", (...values: unknown[]) => unknown>;

/**
 * Tells of every statement that holds the others up, of those that are prepared from now on.
 * @param tell hears the statement, never the values that went into it
 */
export function watchStatements(
  sqlite: Database.Database,
  tell: (statement: string, ms: number) => void,
): void {
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = ((source: string) => {
    const statement = prepare(source);
    const watched = statement as unknown as Statement;
    const plain = Object.getPrototypeOf(statement) as Statement;
    for (const way of ["get", "all", "run"] as const)
      watched[way] = (...values) => {
        const begun = performance.now();
        try {
          return plain[way].apply(statement, values);
        } finally {
          const ms = performance.now() - begun;
          if (ms > longMs) tell(source, Math.round(ms));
        }
      };
    return statement;
  }) as typeof sqlite.prepare;
}
