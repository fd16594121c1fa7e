import type { FindNeed } from "../../../api/needs.ts";
import { dayOf } from "../../../platform/clock/clock.ts";
import { waitingNotices } from "./service.ts";

/** Changes of owner or occupant that residents announced, and that are not in the register yet. */
export const needs: FindNeed = ({ db, config }) => {
  const { count, oldest } = waitingNotices(db);
  return { count, since: oldest && dayOf(new Date(oldest), config.timeZone) };
};
