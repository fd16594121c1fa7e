import type { FindNeed } from "../../api/needs.ts";
import { dayAfter } from "../../platform/clock/clock.ts";
import { oldRequests } from "./service.ts";

/**
 * After so many days an open request needs an admin. Most trades come within a week; after two, a
 * resident has asked again or has given up.
 */
const openTooLong = 14;

/** Requests that are open for too long, by the day that the resident gave. */
export const needs: FindNeed = ({ db, now }) => {
  const { count, oldest } = oldRequests(db, dayAfter(now().today, -openTooLong));
  return { count, since: oldest };
};
