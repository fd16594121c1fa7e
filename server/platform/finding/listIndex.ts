import type { Work } from "../../database/chunks.ts";
import { Dictionary, Instants } from "./dictionary.ts";
import {
  byValue,
  filterText,
  type ListField,
  type ListRules,
  pressedOf,
  type Reads,
  type Sums,
} from "./listRules.ts";
import type { ListSearch } from "./schema.ts";
import { isIn, termsOf } from "./words.ts";

/** Yielded after each pass over all rows: other requests run then. */
const onePass = 50;

/** Reads the free text of rows, a part at a time. */
export type ReadTexts = (field: string) => Iterable<{ rowid: number; text: string }[]>;

export interface Found {
  /** All rows of the list. */
  count: number;
  /** The rows that match the filter, whatever chips are pressed. */
  matching: number;
  /** Those that the pressed chips show. */
  found: number;
  /** The rows of the page, in their order, and the page's number. */
  rowids: number[];
  page: number;
  /** How many rows each chip would show, by `group=value`. */
  chips: Record<string, number>;
  sums: Sums;
}

/**
 * What the rules of a list read, in memory: for each row the numbers of its distinct values. Each
 * rule is then applied to the few distinct values instead of to every row, so that a million rows
 * are sorted, filtered and counted in tens of milliseconds. Rows are in the order of their ids.
 */
export class ListIndex<Row> {
  length = 0;
  readonly #dictionaries = new Map<string, Dictionary<Row>>();
  readonly #instants = new Map<string, Instants>();
  readonly #at = new Map<number, number>();
  #rowids: number[] = [];

  constructor(rules: ListRules<Row>, dayOf: (at: Date) => string) {
    for (const { of, kind } of rules.fields) {
      if (kind === "instant") this.#instants.set(of[0] ?? "", new Instants(dayOf));
      if (kind === undefined) this.#dictionaries.set(of.join(), new Dictionary(of));
    }
    for (const { of } of [...rules.chips, ...(rules.sum ? [rules.sum] : [])])
      if (!this.#dictionaries.has(of.join())) this.#dictionaries.set(of.join(), new Dictionary(of));
  }

  /** Puts in a row: a known one in its place, a new one at the end. */
  set(rowid: number, row: Row): void {
    let at = this.#at.get(rowid);
    if (at === undefined) {
      at = this.length;
      this.length += 1;
      this.#at.set(rowid, at);
      this.#rowids.push(rowid);
    }
    for (const dictionary of this.#dictionaries.values()) dictionary.set(at, row);
    for (const [field, instants] of this.#instants)
      instants.set(at, String(row[field as keyof Row]));
  }

  /** The rows of one page, and the counts around it. */
  *search(
    rules: ListRules<Row>,
    { sort = "", filter = "", page = 1, size = 50, columns, chips = {} }: ListSearch,
    today: string,
    readTexts: ReadTexts,
  ): Work<Found> {
    const fields = rules.fields.filter(({ key }) => columns?.includes(key) ?? true);
    // Rows that are added between two passes are not looked at.
    const mask = new Uint8Array(this.length).fill(1);
    for (const term of termsOf(filter)) yield* this.#keep(mask, fields, term, today, readTexts);
    let matching = 0;
    for (let at = 0; at < mask.length; at += 1) matching += mask[at] ?? 0;
    yield onePass;

    const pressed = pressedOf(rules.chips, chips);
    const counts: Record<string, number> = {};
    for (const chip of rules.chips) {
      const others = pressed.filter(({ group }) => group !== chip.group);
      const tests = [chip, ...others].map((each) => this.#tester(each, each.has));
      counts[`${chip.group}=${chip.value}`] = this.#chosen(mask, tests).length;
      yield onePass;
    }
    const tests = pressed.map((chip) => this.#tester(chip, chip.has));
    const found = this.#chosen(mask, tests);
    yield onePass;
    const sums = this.#sums(rules, found);
    const field = rules.fields.find(({ key }) => key === sort.replace("-", ""));
    if (field) yield* this.#sort(found, field, sort.startsWith("-"), readTexts);
    const last = Math.max(1, Math.ceil(found.length / size));
    const shown = Math.min(page, last);
    const places = found.subarray((shown - 1) * size, shown * size);
    const rowids = Array.from(places, (at) => this.#rowids[at] ?? 0);
    const sizes = { count: mask.length, matching, found: found.length };
    return { ...sizes, rowids, page: shown, chips: counts, sums };
  }

  #dictionary(of: readonly string[]): Dictionary<Row> {
    return this.#dictionaries.get(of.join()) as Dictionary<Row>;
  }

  #tester({ of }: Reads<Row>, is: (sample: Row) => boolean): (at: number) => boolean {
    const dictionary = this.#dictionary(of);
    const which = dictionary.which(is);
    const { codes } = dictionary;
    return (at) => which[codes[at] ?? 0] === 1;
  }

  /** Takes out of the mask the rows that have the term in none of the fields. */
  *#keep(
    mask: Uint8Array,
    fields: readonly ListField<Row>[],
    term: string,
    today: string,
    readTexts: ReadTexts,
  ): Work<void> {
    const hits = new Uint8Array(mask.length);
    const mark = (is: (at: number) => boolean) => {
      for (let at = 0; at < hits.length; at += 1)
        if (mask[at] === 1 && hits[at] === 0 && is(at)) hits[at] = 1;
    };
    for (const field of fields) {
      const fits = (row: Row) => isIn(filterText([field], row), term);
      const [name = ""] = field.of;
      const asRow = (value: string) => ({ [name]: value }) as Row;
      if (field.kind === "instant")
        mark(this.#instantsOf(name).tester(today, (value) => fits(asRow(value))));
      else if (field.kind === undefined) mark(this.#tester(field, fits));
      else
        for (const part of readTexts(name)) {
          for (const { rowid, text } of part) {
            const at = this.#at.get(rowid);
            if (at !== undefined && fits(asRow(text))) hits[at] = 1;
          }
          yield onePass;
        }
      yield onePass;
    }
    for (let at = 0; at < mask.length; at += 1) mask[at] = (mask[at] ?? 0) & (hits[at] ?? 0);
  }

  #instantsOf(field: string): Instants {
    return this.#instants.get(field) as Instants;
  }

  /** The places of the rows that pass, the newest first. */
  #chosen(mask: Uint8Array, tests: readonly ((at: number) => boolean)[]): Uint32Array {
    const places = new Uint32Array(mask.length);
    let count = 0;
    for (let at = mask.length - 1; at >= 0; at -= 1)
      if (mask[at] === 1 && tests.every((test) => test(at))) places[count++] = at;
    return places.subarray(0, count);
  }

  #sums({ sum }: ListRules<Row>, found: Uint32Array): Sums {
    if (!sum) return {};
    const { codes, samples } = this.#dictionary(sum.of);
    const counts = new Uint32Array(samples.length);
    for (const at of found) counts[codes[at] ?? 0] = (counts[codes[at] ?? 0] ?? 0) + 1;
    const sums: Record<string, number> = {};
    for (const [code, count] of counts.entries()) {
      const sample = samples[code];
      if (count === 0 || !sample) continue;
      sums[sum.key(sample)] = (sums[sum.key(sample)] ?? 0) + count * sum.amount(sample);
    }
    return sums;
  }

  /** Sorts by a column; rows with the same value stay in their order. */
  *#sort(
    found: Uint32Array,
    field: ListField<Row>,
    down: boolean,
    readTexts: ReadTexts,
  ): Work<void> {
    const [name = ""] = field.of;
    if (field.kind === "instant") return sortBy(found, this.#instantsOf(name).ms, down);
    if (field.kind === undefined) {
      const { codes, samples } = this.#dictionary(field.of);
      return sortByRank(
        found,
        codes,
        ranksOf(samples.map((sample) => field.value?.(sample) ?? "")),
        down,
      );
    }
    const texts: string[] = [];
    const known = new Map<string, number>();
    const codes = new Uint32Array(this.length);
    for (const part of readTexts(name)) {
      for (const { rowid, text } of part) {
        const code = known.get(text) ?? texts.push(text) - 1;
        known.set(text, code);
        const at = this.#at.get(rowid);
        if (at !== undefined) codes[at] = code;
      }
      yield onePass;
    }
    sortByRank(found, codes, ranksOf(texts), down);
  }
}

/** The rank of each value among all; equal ones share theirs. */
function ranksOf(values: readonly (string | number)[]): Uint32Array {
  const order = values.map((_, index) => index);
  order.sort((one, other) => byValue(values[one] ?? "", values[other] ?? ""));
  const ranks = new Uint32Array(values.length);
  let rank = 0;
  for (const [index, code] of order.entries()) {
    const before = order[index - 1];
    if (before !== undefined && byValue(values[before] ?? "", values[code] ?? "") !== 0) rank += 1;
    ranks[code] = rank;
  }
  return ranks;
}

/** Sorts by counting how many have each rank, which takes one pass. */
function sortByRank(
  found: Uint32Array,
  codes: Uint32Array,
  ranks: Uint32Array,
  down: boolean,
): void {
  const most = ranks.reduce((highest, rank) => Math.max(highest, rank), 0);
  const rankAt = (at: number) => {
    const rank = ranks[codes[at] ?? 0] ?? 0;
    return down ? most - rank : rank;
  };
  const starts = new Uint32Array(most + 2);
  for (const at of found) starts[rankAt(at) + 1] = (starts[rankAt(at) + 1] ?? 0) + 1;
  for (let rank = 1; rank < starts.length; rank += 1)
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  const sorted = new Uint32Array(found.length);
  for (const at of found) {
    const rank = rankAt(at);
    const place = starts[rank] ?? 0;
    sorted[place] = at;
    starts[rank] = place + 1;
  }
  found.set(sorted);
}

/** Rows come nearly sorted by time, which the engine's sort makes use of. */
function sortBy(found: Uint32Array, keys: Float64Array, down: boolean): void {
  const key = (at: number) => keys[at] ?? 0;
  // Those of one instant stay as they are: the newest id, which is the highest place, first.
  found.sort((one, other) => (down ? key(other) - key(one) : key(one) - key(other)) || other - one);
}
