export * as corrections from "./corrections/router.ts";
export { merges, procedures } from "./router.ts";

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "corrections.correct": "corrected a person's details",
  "merges.merge": "merged two entries of one person",
};
