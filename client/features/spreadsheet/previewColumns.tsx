import { Check, CircleAlert, Minus, Pencil, Plus } from "lucide-react";
import type { ReactNode } from "react";
import type {
  CheckedRegister,
  ReadPerson,
  RowOutcome,
} from "../../../server/features/spreadsheet/schema.ts";
import { formatTelephone } from "../../../server/platform/telephones/format.ts";
import type { Column } from "../../ui/column.ts";
import { IconText } from "../../ui/IconText.tsx";
import { ChangeRow } from "./ChangeRow.tsx";
import { unitInWords } from "./rowChanges.ts";

export type PreviewRow = CheckedRegister["rows"][number] & { id: string };

const outcomes = {
  add: [Plus, "New", "text-fynbos"],
  update: [Pencil, "Will be changed", "text-notice"],
  unchanged: [Check, "Already here", "text-soft"],
  refused: [CircleAlert, "To mend", "text-danger"],
  "left out": [Minus, "Left out", "text-soft"],
  skipped: [Minus, "Skipped", "text-soft"],
} as const satisfies Record<RowOutcome, unknown>;

const surnameOf = ({ surname, juristic }: ReadPerson) => (juristic ? "Company" : surname);
const roleOf = ({ roles, share }: ReadPerson) =>
  [roles, share && `${share} %`].filter(Boolean).join(", ");
const contactsOf = ({ email, cellPhone }: ReadPerson) =>
  [email, formatTelephone(cellPhone)].filter(Boolean).join(", ");

/** A column with two lines for each of the row's people, so that theirs are level in every column. */
const ofPeople = (
  key: string,
  label: string,
  text: (person: ReadPerson) => string,
  show: (person: ReadPerson) => ReactNode,
): Column<PreviewRow> => ({
  key,
  label,
  only: "table",
  value: ({ people }) => people.map(text).filter(Boolean).join("; "),
  show: ({ people }) =>
    people.length === 0 ? (
      "–"
    ) : (
      <span className="grid gap-y-1.5">
        {people.map((person, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: somebody is their place in the row
          <span key={at} className="block h-[2lh]">
            {show(person)}
          </span>
        ))}
      </span>
    ),
});

const PersonCard = ({ person }: { person: ReadPerson }) => (
  <span className="mt-1 block">
    <span className="block font-semibold text-ink">
      {[person.name, person.surname].filter(Boolean).join(" ")}
    </span>{" "}
    <span className="block">
      {[roleOf(person), person.juristic ? "company" : `surname ${person.surname || "missing"}`]
        .filter(Boolean)
        .join(", ")}
    </span>{" "}
    <span className="block">{contactsOf(person)}</span>{" "}
  </span>
);

export const previewColumns: readonly Column<PreviewRow>[] = [
  {
    key: "line",
    label: "Row",
    phone: "named",
    value: ({ line }) => line,
    text: ({ line }) => `row ${line}`,
    show: ({ line }) => line,
  },
  {
    key: "unit",
    label: "Unit",
    phone: "beside",
    value: ({ unit }) => unit || "–",
    show: ({ unit, quota }) => (
      <>
        <span className="roomy:hidden">{unitInWords(unit)}</span>
        <span className="narrow:hidden">{unit || "–"}</span>
        {quota && (
          <span className="block whitespace-nowrap text-soft narrow:hidden">PQ {quota}</span>
        )}
      </>
    ),
  },
  {
    key: "people",
    label: "People",
    phone: "rest",
    only: "cards",
    value: ({ what }) => what,
    show: ({ people }) =>
      people.map((person, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: somebody is their place in the row
        <PersonCard key={at} person={person} />
      )),
  },
  {
    key: "quota",
    label: "PQ in percent",
    phone: "away",
    only: "cards",
    value: ({ quota }) => quota,
  },
  ofPeople(
    "name",
    "Name",
    ({ name }) => name,
    ({ name }) => <span className="line-clamp-2 wrap-anywhere sm:min-w-24">{name}</span>,
  ),
  ofPeople("surname", "Surname", surnameOf, (person) => (
    <span className={`line-clamp-2 break-words sm:min-w-20 ${person.juristic ? "text-soft" : ""}`}>
      {surnameOf(person) || "–"}
    </span>
  )),
  ofPeople("role", "Role and share", roleOf, ({ roles, share }) => (
    <>
      <span className="block truncate">{roles || "–"}</span>
      {share && <span className="block text-soft tabular-nums">{share} %</span>}
    </>
  )),
  ofPeople("contacts", "Email and cell phone", contactsOf, ({ email, cellPhone }) => (
    <>
      {email && <span className="block max-w-48 truncate">{email}</span>}
      <span className="block whitespace-nowrap tabular-nums">
        {formatTelephone(cellPhone) || (!email && "–")}
      </span>
    </>
  )),
  {
    key: "fate",
    label: "What happens",
    phone: "end",
    value: ({ fate }) => outcomes[fate][1],
    find: ({ notes }) => notes.join(" "),
    show: ({ fate, notes }) => {
      const [icon, words, colour] = outcomes[fate];
      return (
        <>
          <IconText icon={icon} className={`font-semibold ${colour}`}>
            {words}
          </IconText>
          {notes.length > 0 && (
            <span className="block text-sm wrap-anywhere sm:min-w-36 narrow:hidden">
              {notes.join(" ")}
            </span>
          )}
        </>
      );
    },
  },
  {
    key: "notes",
    label: "Remarks",
    phone: "away",
    only: "cards",
    value: ({ notes }) => notes.join(" "),
  },
  {
    key: "change",
    label: "",
    show: (row) => row.people.length > 0 && row.fate !== "left out" && <ChangeRow {...row} />,
  },
];
