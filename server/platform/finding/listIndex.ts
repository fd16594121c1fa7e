import type { Work } from "../../database/chunks.ts";
import { Dictionary, Instants, type Mask } from "./dictionary.ts";
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

type Only<Row> = Reads<Row> & { has: (row: Row) => boolean };

/** What is asked, and of which rows at all. */
export type SearchWithin<Row> = ListSearch & {
  only?: readonly Only<Row>[];
};

/** The free texts of the rows, which are not in memory. */
export interface Texts {
  /** Reads those of all rows, a part at a time. */
  read: (field: string) => Iterable<{ rowid: number; text: string }[]>;
  /** The rows with a word, from an index of words; undefined if it cannot tell. */
  find: (field: string, term: string) => Iterable<number> | undefined;
}

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
  /** How many of the matching rows each chip shows, by `group=value`. */
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

  /** @param whose the fields that say whose a row is */
  constructor(rules: ListRules<Row>, whose: Reads<Row>["of"], dayOf: (at: Date) => string) {
    for (const { of, kind } of rules.fields) {
      if (kind === "instant") this.#instants.set(of[0] ?? "", new Instants(dayOf));
      if (kind === undefined) this.#dictionaries.set(of.join(), new Dictionary(of));
    }
    for (const { of } of [...rules.chips, ...(rules.sum ? [rules.sum] : []), { of: whose }])
      if (!this.#dictionaries.has(of.join())) this.#dictionaries.set(of.join(), new Dictionary(of));
  }

  /** Puts in a row: a known one in its place, a new one at the end. */
  set(rowid: number, row: Row): void {
    let at = this.#at.get(rowid);
    const isNew = at === undefined;
    if (at === undefined) {
      at = this.length;
      this.length += 1;
      this.#at.set(rowid, at);
      this.#rowids.push(rowid);
    }
    for (const dictionary of this.#dictionaries.values()) dictionary.set(at, row, isNew);
    for (const [field, instants] of this.#instants)
      instants.set(at, String(row[field as keyof Row]));
  }

  /** The rows of one page, and the counts around it. */
  *search(
    rules: ListRules<Row>,
    {
      sort = "",
      filter = "",
      page = 1,
      size = 50,
      columns,
      chips = {},
      only = [],
    }: SearchWithin<Row>,
    today: string,
    texts: Texts,
  ): Work<Found> {
    const fields = rules.fields.filter(({ key }) => columns?.includes(key) ?? true);
    let mask: Mask | null = yield* this.#withChips(null, only);
    const count = this.#sizeOf(mask);
    for (const term of termsOf(filter))
      mask = yield* this.#withTerm(mask, fields, term, today, texts);
    const matching = this.#sizeOf(mask);

    const counts: Record<string, number> = {};
    for (const chip of rules.chips) {
      counts[`${chip.group}=${chip.value}`] = this.#countOf(mask, chip);
      if (mask) yield onePass;
    }
    const foundMask = yield* this.#withChips(mask, pressedOf(rules.chips, chips));
    const found = this.#sizeOf(foundMask);
    const sums = this.#sums(rules, foundMask);
    yield onePass;

    const last = Math.max(1, Math.ceil(found / size));
    const shown = Math.min(page, last);
    const [from, to] = [(shown - 1) * size, Math.min(shown * size, found)];
    const field = rules.fields.find(({ key }) => key === sort.replace("-", ""));
    // Unsorted, only the places as far as the page are needed.
    const places = this.#places(foundMask, field ? found : to);
    if (field) yield* this.#sort(places, field, sort.startsWith("-"), texts);
    const rowids = Array.from(places.subarray(from, to), (at) => this.#rowids[at] ?? 0);
    return { count, matching, found, rowids, page: shown, chips: counts, sums };
  }

  #dictionary(of: readonly string[]): Dictionary<Row> {
    return this.#dictionaries.get(of.join()) as Dictionary<Row>;
  }

  /** The number of chosen rows; without a choice, of all. */
  #sizeOf(mask: Mask | null): number {
    if (!mask) return this.length;
    let size = 0;
    for (let at = 0; at < mask.length; at += 1) size += mask[at] as number;
    return size;
  }

  /** How many of the chosen rows a chip shows. */
  #countOf(mask: Mask | null, { of, has }: Only<Row>): number {
    const dictionary = this.#dictionary(of);
    const counts = dictionary.countsIn(mask);
    return dictionary.samples.reduce(
      (sum, sample, code) => sum + (counts[code] && has(sample) ? counts[code] : 0),
      0,
    );
  }

  /** Of the chosen rows, those that all of these chips show. */
  *#withChips(mask: Mask | null, chips: readonly Only<Row>[]): Work<Mask | null> {
    let left = mask;
    for (const { of, has } of chips) {
      const hits = new Uint8Array(left?.length ?? this.length);
      this.#mark(hits, left, of, has);
      left = hits;
      yield onePass;
    }
    return left;
  }

  /** Marks the chosen rows whose fields fit. */
  #mark(hits: Mask, mask: Mask | null, of: readonly string[], fits: (sample: Row) => boolean) {
    const dictionary = this.#dictionary(of);
    const { codes } = dictionary;
    const which = dictionary.which(fits);
    if (!which.includes(1)) return;
    for (let at = 0; at < hits.length; at += 1)
      if (which[codes[at] as number] === 1 && (!mask || mask[at] === 1)) hits[at] = 1;
  }

  /** Of the chosen rows, those that have the term in one of the fields. */
  *#withTerm(
    mask: Mask | null,
    fields: readonly ListField<Row>[],
    term: string,
    today: string,
    texts: Texts,
  ): Work<Mask> {
    // Rows that are added between two passes are not looked at.
    const hits = new Uint8Array(mask?.length ?? this.length);
    for (const field of fields) {
      const fits = (row: Row) => isIn(filterText([field], row), term);
      const [name = ""] = field.of;
      const asRow = (value: string) => ({ [name]: value }) as Row;
      if (field.kind === undefined) this.#mark(hits, mask, field.of, fits);
      else if (field.kind === "instant") {
        const is = this.#instantsOf(name).tester(today, (value) => fits(asRow(value)));
        for (let at = 0; at < hits.length; at += 1)
          if (hits[at] === 0 && (!mask || mask[at] === 1) && is(at)) hits[at] = 1;
      } else {
        const hit = (rowid: number) => {
          const at = this.#at.get(rowid);
          if (at !== undefined && (!mask || mask[at] === 1)) hits[at] = 1;
        };
        const indexed = texts.find(name, term);
        if (indexed) for (const rowid of indexed) hit(rowid);
        else
          for (const part of texts.read(name)) {
            for (const { rowid, text } of part) if (fits(asRow(text))) hit(rowid);
            yield onePass;
          }
      }
      yield onePass;
    }
    return hits;
  }

  #instantsOf(field: string): Instants {
    return this.#instants.get(field) as Instants;
  }

  /** The places of the first so many chosen rows, the newest first. */
  #places(mask: Mask | null, most: number): Uint32Array {
    const places = new Uint32Array(most);
    let count = 0;
    for (let at = (mask?.length ?? this.length) - 1; at >= 0 && count < most; at -= 1)
      if (!mask || mask[at] === 1) places[count++] = at;
    return places;
  }

  #sums({ sum }: ListRules<Row>, mask: Mask | null): Sums {
    if (!sum) return {};
    const dictionary = this.#dictionary(sum.of);
    const counts = dictionary.countsIn(mask);
    const sums: Record<string, number> = {};
    for (const [code, sample] of dictionary.samples.entries()) {
      const count = counts[code] ?? 0;
      if (count === 0) continue;
      sums[sum.key(sample)] = (sums[sum.key(sample)] ?? 0) + count * sum.amount(sample);
    }
    return sums;
  }

  /** Sorts by a column; rows with the same value stay in their order. */
  *#sort(found: Uint32Array, field: ListField<Row>, down: boolean, texts: Texts): Work<void> {
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
    const values: string[] = [];
    const known = new Map<string, number>();
    const codes = new Uint32Array(this.length);
    for (const part of texts.read(name)) {
      for (const { rowid, text } of part) {
        const code = known.get(text) ?? values.push(text) - 1;
        known.set(text, code);
        const at = this.#at.get(rowid);
        if (at !== undefined) codes[at] = code;
      }
      yield onePass;
    }
    sortByRank(found, codes, ranksOf(values), down);
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

/** Sorts by instants. Those of one instant stay as they are: the newest id, the highest place, first. */
function sortBy(found: Uint32Array, keys: Float64Array, down: boolean): void {
  const key = (at: number) => keys[at] ?? 0;
  // Ids are made as time goes on, so the newest id nearly always has the latest instant too.
  const isLatestFirst = found.every(
    (at, index) => index === 0 || key(found[index - 1] ?? 0) >= key(at),
  );
  if (!isLatestFirst)
    found.sort(
      (one, other) => (down ? key(other) - key(one) : key(one) - key(other)) || other - one,
    );
  else if (!down) reverseBy(found, key);
}

/** Reverses sorted rows, but not those with the same key among themselves. */
function reverseBy(found: Uint32Array, key: (at: number) => number): void {
  found.reverse();
  for (let from = 0; from < found.length; ) {
    let to = from + 1;
    while (to < found.length && key(found[to] ?? 0) === key(found[from] ?? 0)) to += 1;
    if (to > from + 1) found.subarray(from, to).reverse();
    from = to;
  }
}
