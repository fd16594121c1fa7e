import { eq } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import {
  type LongList,
  type PageOfList,
  pageOfList,
  type RowsAbout,
  type SearchAt,
} from "../../platform/finding/longList.ts";
import type { ListSearch } from "../../platform/finding/schema.ts";
import { people } from "../people/table.ts";
import { fineRules, type ListedFine } from "./list.ts";
import { allFines, finesAt } from "./service.ts";
import { fines } from "./table.ts";

const longList: LongList<ListedFine> = {
  table: fines,
  join: { table: people, on: eq(people.id, fines.residentId) },
  read: {
    residentId: fines.residentId,
    status: fines.status,
    withdrawnReason: fines.withdrawnReason,
    remindedAt: fines.remindedAt,
    type: fines.type,
    name: people.name,
    surname: people.surname,
    roomNo: fines.roomNo,
    issuedAt: fines.issuedAt,
    dueDate: fines.dueDate,
    amountCents: fines.amountCents,
  },
  texts: { reason: fines.reason, reference: fines.reference },
  rules: fineRules,
  whose: { person: "residentId", room: "roomNo" },
  changes: {
    ownRow: ["fines."],
    noRow: ["session.", "visitors.", "announcements.", "maintenance.", "proofs.add"],
  },
};

type Fine = ReturnType<typeof finesAt>[number];

/**
 * Every fine of the building, or of a unit or a person alone, newest first. Of a long list only the
 * page that was asked for, with the counts around it.
 */
export const searchFines = (
  db: Db,
  search: ListSearch & { about?: RowsAbout | undefined },
  at: SearchAt,
): Promise<PageOfList<Fine>> =>
  pageOfList(db, longList, search, at, {
    all: () => allFines(db, { limit: "all" }),
    some: (rowids) => finesAt(db, rowids),
  });
