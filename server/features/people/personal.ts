import { eq, sql } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { AppError } from "../../errors.ts";
import { openIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { nobody, type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { contactNames, personFieldNames } from "./schema.ts";
import { mergedInto, personEver, valuesOf } from "./service.ts";
import { people } from "./table.ts";

/** A person's own data. An unreadable ID number becomes an error message and stops nothing. */
function ownDataOf(db: Db, id: string) {
  const person = personEver(db, id);
  if (!person) return null;
  const { signInEndedAt: _, ...card } = person;
  try {
    return { ...card, idNumber: openIdNumber(db, id, card.idNumber) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...card, idNumber: error.message };
  }
}

export const personal: Personal = {
  tables: [
    personalTable(
      people,
      { id: "id", mergedInto: "id" },
      [{ exported: true, retained: "fines, requests and visits point to it" }, "id"],
      [
        { exported: true, retained: "that somebody was here, and when" },
        "createdAt",
        "removedAt",
        "removedOn",
      ],
      [{ exported: true, retained: "that they were erased, and when" }, "erasedAt"],
      [{ exported: true, retained: "an id that leads to no name any more" }, "mergedInto"],
      [{ exported: true, erased: "replaced" }, ...personFieldNames],
      [{ exported: true, retained: "a company or trust is nobody's personal data" }, "juristic"],
    ),
  ],
  names: [{ id: people.id, name: sql`trim(${people.name} || ' ' || ${people.surname})` }],
  exportFor: (db, { id }) => ({
    person: ownDataOf(db, id),
    mergedEntries: mergedInto(db, id).map((merged) => ownDataOf(db, merged.id)),
  }),
  erase: (db, { id }, { at }) => {
    db.update(people)
      .set({
        ...valuesOf({}, contactNames),
        ...nobody,
        erasedAt: at,
      })
      .where(eq(people.id, id))
      .run();
  },
};
