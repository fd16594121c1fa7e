import type { FindNeed } from "../../api/needs.ts";
import { overdueFines } from "./service.ts";

/** Fines that nobody has paid by their due date. Whoever has a reminder letter does not wait for an admin. */
export const needs: FindNeed = ({ db, now }) => {
  const { count, cents, since, reminded } = overdueFines(db, now().today);
  return { count, cents, since, later: reminded };
};
