import { type BuildingDays, daysBetween, paperDay } from "../../platform/clock/dayTexts.ts";
import type { ListRules } from "../../platform/lists/listRules.ts";
import type { MaintenanceStatus } from "./schema.ts";
import type { maintenanceRequests } from "./table.ts";

/** A request as every list of requests shows it. */
export type ListedRequest = Omit<
  typeof maintenanceRequests.$inferSelect,
  "stars" | "ratingComment" | "joinedTo"
>;

/** After so many days without a word to the resident, an admin sees it. */
export const quietDays = 7;

/**
 * A request that has been open for so many days waits too long, and needs an admin. Most trades come
 * within a week; after two, a resident has asked again or has given up.
 */
export const longDays = 14;

/** In days: where a request that waits becomes one that waits for long, too long and much too long. */
export const requestAges = [7, longDays, 30] as const;

// Not those of the schema, which would bring its whole library into the first load.
const statuses = Object.keys({ Open: 0, Closed: 0 } satisfies Record<MaintenanceStatus, 0>);

/** Every other status is of a request that still has to be dealt with. */
export const isClosed = ({ status }: { status: MaintenanceStatus }) => status === "Closed";

/** The rules by which lists of requests are sorted, filtered and counted. */
export const requestRules = ({ today, findDay }: BuildingDays) =>
  ({
    fields: [
      { key: "type", of: ["maintenanceType"], value: ({ maintenanceType }) => maintenanceType },
      {
        key: "description",
        of: ["description"],
        value: ({ description }) => description,
      },
      { key: "room", of: ["roomNumber"], value: ({ roomNumber }) => roomNumber },
      {
        key: "date",
        of: ["date"],
        value: ({ date }) => date,
        text: ({ date }) => paperDay(date),
        find: ({ date }) => findDay(date),
      },
      { key: "status", of: ["status"], value: ({ status }) => status },
    ],
    chips: [
      ...statuses.map((value) => ({
        group: "status" as const,
        value,
        of: ["status"] as const,
        has: ({ status }: ListedRequest) => status === value,
      })),
      {
        group: "kind" as const,
        value: "unsure",
        of: ["status", "maintenanceType"],
        has: (request) => !isClosed(request) && request.maintenanceType === "Not sure",
      },
      {
        group: "priority" as const,
        value: "urgent",
        of: ["status", "priority"],
        has: (request) => !isClosed(request) && request.priority === "urgent",
      },
      {
        group: "due" as const,
        value: "today",
        of: ["status", "dueOn"],
        has: (request) => !isClosed(request) && request.dueOn !== null && request.dueOn <= today(),
      },
      {
        group: "age" as const,
        value: "quiet",
        of: ["status", "date", "saidOn"],
        has: (request) =>
          !isClosed(request) && daysBetween(request.saidOn ?? request.date, today()) >= quietDays,
      },
      {
        group: "age" as const,
        value: "long",
        of: ["status", "date"],
        has: (request) => !isClosed(request) && daysBetween(request.date, today()) >= longDays,
      },
    ],
  }) satisfies ListRules<ListedRequest>;
