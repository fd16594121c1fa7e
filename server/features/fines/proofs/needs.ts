import type { FindNeed } from "../../../api/needs.ts";
import { dayOf } from "../../../platform/clock/clock.ts";
import { fineTotals } from "../service.ts";
import { oldestPendingProof } from "./service.ts";

/** Payments that residents have shown, and that an admin has yet to find in the bank's statement. */
export const needs: FindNeed = ({ db, config }) => {
  const { count, cents } = fineTotals(db, "Pending...");
  const oldest = count > 0 ? oldestPendingProof(db) : null;
  return { count, cents, since: oldest && dayOf(new Date(oldest), config.timeZone) };
};
