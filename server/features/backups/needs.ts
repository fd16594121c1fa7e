import type { FindNeed } from "../../api/needs.ts";
import { firstEventAt } from "../../platform/audit/audit.ts";

/** Whatever is wrong with the backups. */
export const needs: FindNeed = ({ db, backups }) => {
  const text = backups.warning(firstEventAt(db));
  return text === null ? null : { count: 1, since: null, text };
};
