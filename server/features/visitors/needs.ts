import type { FindNeed } from "../../api/needs.ts";
import { forgottenVisits } from "./service.ts";

/** Visitors who should have left yesterday or before and whom nobody has signed out. */
export const needs: FindNeed = ({ db, now }) => {
  const { count, oldest } = forgottenVisits(db, now().today);
  return { count, since: oldest };
};
