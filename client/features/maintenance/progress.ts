import { isClosed } from "../../../server/features/maintenance/list.ts";
import type { MaintenanceStatus, Step } from "../../../server/features/maintenance/schema.ts";
import { sayDay, today } from "../../ui/days.ts";

/** How far a request is, in words that a resident reads. */
export const stepNames: Readonly<Record<Step, string>> = {
  new: "New",
  acknowledged: "Seen",
  planned: "Planned",
  waiting: "Waiting for a part",
  "in progress": "In progress",
};

export const stepWords = ({ step, dueOn }: { step: Step; dueOn: string | null }): string =>
  dueOn ? `${stepNames[step]}, for ${sayDay(dueOn, today())}` : stepNames[step];

/** The open requests first; otherwise the order stays. */
export const openFirst = <Row extends { status: MaintenanceStatus }>(
  rows: readonly Row[],
): Row[] => [...rows.filter((row) => !isClosed(row)), ...rows.filter(isClosed)];
