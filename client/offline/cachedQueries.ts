import type { QueryKey } from "@tanstack/react-query";

/**
 * The queries that a device stores to show them again without a network: a person's own dashboard,
 * lists and card, and the notices for them. It does not store what belongs to others (an admin's lost
 * phone would reveal everybody's data), what is only useful with a network (payments, tokens, links),
 * or any file.
 */
const cachedProcedures = new Set([
  "public.session.current",
  "member.building.contacts",
  "member.building.details",
  "member.notices.mine",
  "member.weather.current",
  "resident.changeNotices.mine",
  "resident.dashboard.overview",
  "resident.fines.mine",
  "resident.maintenance.mine",
  "resident.profile.get",
  "resident.visitors.present",
  "staff.dashboard.overview",
  "staff.maintenance.list",
  "staff.profile.get",
  "admin.dashboard.firstSteps",
  "admin.dashboard.needs",
  "admin.dashboard.overview",
]);

export const procedureOf = ([path]: QueryKey): string => (path as string[]).join(".");

/** Whether the answer may be stored. Inputs with a `profileId` are about somebody else. */
export const isCached = (key: QueryKey): boolean =>
  cachedProcedures.has(procedureOf(key)) && !JSON.stringify(key).includes("profileId");
