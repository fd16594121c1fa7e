export * as dataExport from "./dataExport/rest.ts";
export { procedures } from "./router.ts";

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "privacy.erase": "erased a person's personal details",
  "privacy.export": "downloaded a person's data",
  "privacy.reveal": "looked at an ID number",
};
