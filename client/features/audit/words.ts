import { wholeShare } from "../../../server/features/units/occupancy/schema.ts";
import { unitField, unitFieldNames } from "../../../server/features/units/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import type { Answers } from "../../trpc.ts";
import { paperDay, paperMoment } from "../../ui/days.ts";
import { sayBytes } from "../../ui/size.ts";

export type Entry = Answers["admin"]["audit"]["entries"]["rows"][number];
type Change = Entry["changes"][number];

/** The actor's name; without one, the server, somebody at its shell, or nobody signed in. */
export const actorOf = ({ who, origin }: Pick<Entry, "who" | "origin">): string => {
  if (who) return who;
  if (origin === "job") return "Stoep itself";
  return atMachine.has(origin) ? "Somebody at the machine" : "Somebody not signed in";
};

/** Older entries call the shell "cli". */
const atMachine = new Set(["job", "shell", "cli"]);

export const originOf = ({ origin, device }: Pick<Entry, "origin" | "device">): string => {
  if (atMachine.has(origin)) return "The machine";
  return [device, origin].filter(Boolean).join(", ") || "Erased";
};

const aboutPeople = /^(?:people|corrections|merges|profile|privacy|reminders)\./;

export const personIn = ({ action, subjectId, about }: Entry): string | null =>
  aboutPeople.test(action) && about ? subjectId : null;

const fields: Readonly<Record<string, string>> = {
  on: "Needed",
  idNumber: "ID, passport or registration number",
  participationQuota: "Participation quota (PQ)",
  sha256: "Checksum",
  mergedId: "Merged entry",
  intoId: "Merged into",
};

const inWords = (name: string) =>
  fields[name] ??
  name
    .replace(/.(Id|Cents)$/, (end) => end.charAt(0))
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A field's name for people: "Maintenance type", "Amount", "Bank details: account number". */
export const fieldName = (field: string): string => {
  const words = field.split(".").map(inWords).join(": ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type Written = (value: string) => string;

/** Text may only look like a date, such as `2026-13-45`; that stays unchanged. */
const ifTime =
  (written: Written): Written =>
  (value) =>
    Number.isNaN(Date.parse(value)) ? value : written(value);

type Form = readonly [field: RegExp, value: RegExp, written: Written];

const figures = unitFieldNames.filter((name) => unitField(name).measure);

/** How values are recognized: by the field's name, or otherwise by their own form. */
const forms: readonly Form[] = [
  [/Cents$/, /^-?\d+$/, (value) => formatRand(Number(value))],
  ...figures.map(
    (name): Form => [
      new RegExp(`(?:^|\\.)${name}$`),
      /^-?\d+$/,
      (value) => unitField(name).say(Number(value)),
    ],
  ),
  [/(?:^|\.)share$/, /^\d+$/, (value) => `${Number(value) / (wholeShare / 100)} %`],
  [/^size$/, /^\d+$/, (value) => sayBytes(Number(value))],
  [/./, /^true$/, () => "Yes"],
  [/./, /^false$/, () => "No"],
  [/./, /^\d{4}-\d\d-\d\d$/, ifTime(paperDay)],
  [/./, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, ifTime((value) => paperMoment(new Date(value)))],
];

/** Lists of ids and of figures are written one value after the other; other text stays whole. */
const isList = (parts: readonly string[], names: Entry["names"]) =>
  parts.length > 1 && parts.every((part) => names[part] !== undefined || /^\d+$/.test(part));

export function valueIn(field: string, value: string | null, names: Entry["names"]): string {
  if (value === null || value === "") return "–";
  const parts = value.split(", ");
  if (isList(parts, names)) return parts.map((part) => valueIn(field, part, names)).join(", ");
  const form = forms.find(([name, shape]) => name.test(field) && shape.test(value));
  return names[value] ?? form?.[2](value) ?? value;
}

/** Checksums are only useful for comparing, so lists leave them out. */
const isChecksum = ({ after }: Change) => /^[\da-f]{64}$/.test(after ?? "");

/** @param to the text between the old value and the new */
export const changesOf = (
  { erased, changes, names }: Pick<Entry, "erased" | "changes" | "names">,
  to = "→",
) =>
  erased
    ? "Erased"
    : changes
        .filter((change) => !isChecksum(change))
        .map(({ field, before, after }) => {
          const [was, is] = [before, after].map((value) => valueIn(field, value, names));
          return `${fieldName(field)}: ${before === null ? is : `${was} ${to} ${is}`}`;
        })
        .join("; ");

/** "Anna Smit corrected a person's details: Surname: Mokoena → Nkosi". */
export function sayEntry(entry: Entry): string {
  const what = changesOf(entry, "to");
  return `${actorOf(entry)} ${entry.did}${what && `: ${what}`}`;
}
