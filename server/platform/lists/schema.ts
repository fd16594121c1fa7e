import * as z from "zod";
import { line } from "../validation/schema.ts";
import { tidyLine } from "../validation/typed.ts";

const word = line(60);

/** A screen's question to a list. One of up to 1 000 rows comes whole whatever is asked. */
export const listSearch = z.strictObject({
  /** A column's key, descending with `-` in front; without one, the newest come first. */
  sort: word.optional(),
  /** Every word of it must begin some word of the row. */
  filter: z.string().overwrite(tidyLine).max(200).optional(),
  page: z.int().min(1).max(1_000_000).optional(),
  size: z.int().min(1).max(1_000).optional(),
  /** The keys of the columns that the filter looks in; without them, in all. */
  columns: z.array(word).max(40).optional(),
  /** The wanted year of a list that is too long for one look; otherwise the newest rows are meant. */
  year: z.int().min(1900).max(2999).optional(),
  chips: z.record(word, word).optional(),
});
export type ListSearch = z.output<typeof listSearch>;
