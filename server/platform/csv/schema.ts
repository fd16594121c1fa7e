/** What an import does with a row. */
export const rowOutcomes = ["add", "update", "unchanged", "refused"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];
