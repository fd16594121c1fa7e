/** The results of one kind of action. */
export interface Kind {
  what: string;
  /** The time in milliseconds until the last response, for each action that worked. */
  times: number[];
  /** How often the server refused, by status. */
  refused: Map<number, number>;
  /** How often there was no response. */
  broken: number;
  requests: number;
}

/** One line of the table. */
export interface TallyResult {
  what: string;
  done: number;
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
  refused: Record<string, number>;
  broken: number;
  requests: number;
}

/** The value below which this share of the values lies. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Counts actions until `results` is called. */
export function createTally() {
  const kinds = new Map<string, Kind>();
  const kind = (what: string): Kind => {
    const known = kinds.get(what);
    if (known) return known;
    const fresh = { what, times: [], refused: new Map(), broken: 0, requests: 0 };
    kinds.set(what, fresh);
    return fresh;
  };
  return {
    kind,
    /**
     * The most frequent action comes first.
     * @param seconds how long the counting took
     */
    results: (seconds: number): TallyResult[] =>
      [...kinds.values()]
        .map(({ what, times, refused, broken, requests }) => {
          const sorted = times.toSorted((a, b) => a - b);
          const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
          return {
            what,
            done: times.length,
            perSecond: times.length / seconds,
            p50,
            p99,
            broken,
            max: sorted.at(-1) ?? Number.NaN,
            refused: Object.fromEntries(refused),
            requests,
          };
        })
        .sort((one, other) => other.done - one.done),
  };
}

export type Tally = ReturnType<typeof createTally>;

const ms = (value: number) => (Number.isNaN(value) ? "–" : `${value.toFixed(value < 10 ? 1 : 0)}`);

const failed = ({ refused, broken }: TallyResult): string =>
  [
    ...Object.entries(refused).map(([status, count]) => `${count} × ${status}`),
    ...(broken ? [`${broken} without an answer`] : []),
  ].join(", ") || "0";

/** The results as a Markdown table. */
export const markdownOf = (all: readonly TallyResult[]): string =>
  [
    "| | done | per second | p50 ms | p99 ms | most ms | refused or failed |",
    "|---|---|---|---|---|---|---|",
    ...all.map((result) => {
      const { what, done, perSecond, p50, p99, max } = result;
      const figures = [ms(p50), ms(p99), ms(max), failed(result)].join(" | ");
      return `| ${what} | ${done} | ${perSecond.toFixed(perSecond < 10 ? 2 : 0)} | ${figures} |`;
    }),
  ].join("\n");
