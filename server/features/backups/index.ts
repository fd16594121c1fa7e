export { rest } from "./rest.ts";
export { needs, procedures } from "./router.ts";

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "backups.download": "downloaded a backup",
  "backups.make": "started a backup",
  "backups.restore": "restored a backup",
  "backups.upload": "uploaded a backup to look at",
};
