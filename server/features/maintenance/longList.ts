import { type Db, prepared } from "../../database/open.ts";
import {
  type LongList,
  type PageOfList,
  pageOfList,
  type RowsAbout,
  type SearchAt,
} from "../../platform/finding/longList.ts";
import type { ListSearch } from "../../platform/finding/schema.ts";
import { type ListedRequest, requestRules } from "./list.ts";
import { allRequests, requestsAt, requestsOfTrade } from "./service.ts";
import { maintenanceRequests as requests } from "./table.ts";

/** The rows of requests with a word that begins so, in the description, the type or the room. */
const withWord = prepared(({ $client }) =>
  $client
    .prepare<[string], number>(
      `SELECT maintenance_requests.rowid FROM search_index
        JOIN search_records ON search_records.id = search_index.rowid
        JOIN maintenance_requests ON maintenance_requests.id = record_id
        WHERE search_index MATCH ?`,
    )
    .pluck(),
);

const longList: LongList<ListedRequest> = {
  table: requests,
  read: {
    residentId: requests.residentId,
    maintenanceType: requests.maintenanceType,
    roomNumber: requests.roomNumber,
    date: requests.date,
    status: requests.status,
  },
  texts: { description: requests.description },
  rules: requestRules,
  whose: { person: "residentId", room: "roomNumber" },
  findText: (db, _field, term) =>
    /^\p{L}+$/u.test(term) ? withWord(db).all(`"${term}"*`) : undefined,
  changes: {
    ownRow: ["maintenance."],
    noRow: ["session.", "visitors.", "announcements.", "fines.", "proofs.add"],
  },
};

type Request = ReturnType<typeof requestsAt>[number];

/**
 * Every request of the building, or of a unit or a person alone, newest first. Of a long list only
 * the page that was asked for, with the counts around it.
 */
export const searchRequests = (
  db: Db,
  search: ListSearch & { about?: RowsAbout | undefined },
  at: SearchAt,
): Promise<PageOfList<Request>> =>
  pageOfList(db, longList, search, at, {
    all: () => allRequests(db, { limit: "all" }),
    some: (rowids) => requestsAt(db, rowids),
  });

/** The same of one trade; none if the trade is null. */
export const searchRequestsOfTrade = (
  db: Db,
  trade: string | null,
  search: ListSearch,
  at: SearchAt,
): Promise<PageOfList<Request>> => {
  const isTheirs = ({ maintenanceType }: ListedRequest) => maintenanceType === trade;
  const only = [{ of: ["maintenanceType" as const], has: isTheirs }];
  return pageOfList(db, longList, { ...search, only }, at, {
    all: () => requestsOfTrade(db, trade, { limit: "all" }),
    some: (rowids) => requestsAt(db, rowids),
  });
};
