/** What an import does with a row of its file. */
export const fates = ["add", "update", "unchanged", "refused"] as const;
export type Fate = (typeof fates)[number];
