export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { procedures } from "./router.ts";

/** Of the trail, with words that follow a person's name. */
export const actions = {
  "announcements.post": "posted an announcement",
  "announcements.undo": "took an announcement back",
};
