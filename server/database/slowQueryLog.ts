import type Database from "better-sqlite3";

/** Statements that take longer are reported, in milliseconds. They block all other requests. */
const longMs = 50;

type Way = (...values: unknown[]) => unknown;
type Statement = Record<"get" | "all" | "run", Way>;

/** Text literals in a statement, which may be what somebody typed. */
const literal = /'(?:[^']|'')*'/g;

/**
 * Reports slow statements that are prepared from now on, but not commits.
 * @param tell gets the statement without its values
 */
export function watchStatements(
  sqlite: Database.Database,
  tell: (statement: string, ms: number) => void,
): void {
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = ((source: string) => {
    const statement = prepare(source);
    const plain = Object.getPrototypeOf(statement) as Statement;
    const timed =
      (way: keyof Statement): Way =>
      (...values) => {
        const begun = performance.now();
        try {
          return plain[way].apply(statement, values);
        } finally {
          const ms = performance.now() - begun;
          if (ms > longMs) tell(source.replaceAll(literal, "'…'"), Math.round(ms));
        }
      };
    return Object.assign(statement, { get: timed("get"), all: timed("all"), run: timed("run") });
  }) as typeof sqlite.prepare;
}
