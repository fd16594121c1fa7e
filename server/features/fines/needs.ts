import type { FindNeed } from "../../api/needs.ts";
import { overdueFines } from "./service.ts";

/** Fines that nobody has paid by their due date. */
export const needs: FindNeed = ({ db, now }) => {
  const { count, cents, since } = overdueFines(db, now().today);
  return { count, cents, since };
};
