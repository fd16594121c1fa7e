import { type AnySQLiteColumn, integer, text } from "drizzle-orm/sqlite-core";
import { v7 } from "uuid";

/** A new UUIDv7: unique, and later ones sort after earlier ones. */
export const newId = (): string => v7();

/** The primary key of every table. */
export const id = () => text().primaryKey().$defaultFn(newId);

/** The id of a row that must be there. */
export const refersTo = (column: () => AnySQLiteColumn) => text().notNull().references(column);

/** A UTC time as ISO text with milliseconds, so that text order is time order. */
export const instant = () => text();

/** A calendar day in the building's time zone, `YYYY-MM-DD`. */
export const day = () => text();

/** An amount of money in whole cents. */
export const money = () => integer();
