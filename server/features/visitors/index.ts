export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { needs, procedures } from "./router.ts";

/** Of the trail, with words that follow a person's name. */
export const actions = {
  "visitors.redact": "removed the names from old visits",
  "visitors.sign_in": "signed a visitor in",
  "visitors.sign_out": "signed a visitor out",
  "visitors.undo_sign_out": "took back that a visitor had left",
};
