import type { FindNeed } from "../../../api/needs.ts";
import { dayOf } from "../../../platform/clock/clock.ts";
import { countWaiting } from "./service.ts";

/** People who have not joined. Whoever has an invite that still works does not wait for an admin. */
export const needs: FindNeed = ({ db, now, config }) => {
  const { waiting, invited, oldest } = countWaiting(db, now());
  const since = oldest && dayOf(new Date(oldest), config.timeZone);
  return { count: waiting - invited, since, later: invited };
};
