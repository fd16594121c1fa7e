import { daysBetween } from "../clock/dayTexts.ts";

/** As many places as are needed, and some more. */
const room = (needed: number) => Math.max(1_024, needed * 2);

/** Which rows are chosen: 1 for each that is. */
export type Mask = Uint8Array;

/** The distinct values of some fields of a list, and which of them each row has. */
export class Dictionary<Row> {
  readonly fields: readonly (keyof Row & string)[];
  /** One row for each distinct value; only these fields of it are known. */
  readonly samples: Row[] = [];
  /** For each row the number of its sample. */
  codes = new Uint32Array(0);
  /** How many rows have each. */
  readonly counts: number[] = [];
  readonly #known = new Map<string, number>();

  constructor(fields: readonly (keyof Row & string)[]) {
    this.fields = fields;
  }

  /** Sets the fields of a row. @param isNew whether it had none before */
  set(at: number, row: Row, isNew: boolean): void {
    const key = this.fields.map((field) => row[field]).join("\0");
    let code = this.#known.get(key);
    if (code === undefined) {
      code = this.samples.length;
      this.#known.set(key, code);
      this.samples.push(Object.fromEntries(this.fields.map((name) => [name, row[name]])) as Row);
      this.counts.push(0);
    }
    if (!isNew) this.#count(this.codes[at] ?? 0, -1);
    this.#count(code, 1);
    if (at >= this.codes.length) {
      const codes = new Uint32Array(room(at));
      codes.set(this.codes);
      this.codes = codes;
    }
    this.codes[at] = code;
  }

  /** For each sample, 1 if it is one. */
  which(is: (sample: Row) => boolean): Uint8Array {
    return Uint8Array.from(this.samples, (sample) => (is(sample) ? 1 : 0));
  }

  /** How many of the chosen rows have each sample; of all rows without a choice. */
  countsIn(mask: Mask | null): ArrayLike<number> {
    if (!mask) return this.counts;
    const counts = new Uint32Array(this.samples.length);
    const { codes } = this;
    for (let at = 0; at < mask.length; at += 1)
      if (mask[at] === 1) counts[codes[at] as number] = (counts[codes[at] as number] as number) + 1;
    return counts;
  }

  #count(code: number, change: 1 | -1): void {
    this.counts[code] = (this.counts[code] ?? 0) + change;
  }
}

/** In every time zone a day begins with a quarter of an hour. */
const quarterMs = 900_000;
const minuteMs = 60_000;

/** The instants of a list, of which nearly every row has its own. */
export class Instants {
  ms = new Float64Array(0);
  /** Each day that has one, and for each row the number of its day. */
  readonly days: string[] = [];
  codes = new Uint32Array(0);
  readonly #known = new Map<string, number>();
  readonly #ofQuarter = new Map<number, number>();
  readonly #dayOf: (at: Date) => string;

  constructor(dayOf: (at: Date) => string) {
    this.#dayOf = dayOf;
  }

  set(at: number, instant: string): void {
    if (at >= this.ms.length) {
      const [ms, codes] = [new Float64Array(room(at)), new Uint32Array(room(at))];
      ms.set(this.ms);
      codes.set(this.codes);
      [this.ms, this.codes] = [ms, codes];
    }
    const ms = Date.parse(instant);
    this.ms[at] = ms;
    this.codes[at] = this.#dayCode(ms);
  }

  /**
   * Whether each row's instant is one. Within a day of today a screen also says the minute, so there
   * each minute is tried; of other days only one instant is.
   */
  tester(today: string, is: (instant: string) => boolean): (at: number) => boolean {
    const near = this.days.map((day) => Math.abs(daysBetween(today, day)) <= 1);
    const known = new Map<number, boolean>();
    return (at) => {
      const code = this.codes[at] ?? 0;
      const ms = this.ms[at] ?? 0;
      // The numbers of days are small, and those of minutes are not.
      const key = near[code] ? Math.floor(ms / minuteMs) : code;
      let fits = known.get(key);
      if (fits === undefined) {
        fits = is(new Date(ms).toISOString());
        known.set(key, fits);
      }
      return fits;
    };
  }

  #dayCode(ms: number): number {
    const quarter = Math.floor(ms / quarterMs);
    const known = this.#ofQuarter.get(quarter);
    if (known !== undefined) return known;
    const day = this.#dayOf(new Date(ms));
    let code = this.#known.get(day);
    if (code === undefined) {
      code = this.days.push(day) - 1;
      this.#known.set(day, code);
    }
    this.#ofQuarter.set(quarter, code);
    return code;
  }
}
