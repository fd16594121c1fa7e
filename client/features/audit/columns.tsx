import { deeds } from "../../../server/features/audit/schema.ts";
import type { Answers } from "../../trpc.ts";
import { dayOf, paperDay, sayFullMoment, sheetMoment } from "../../ui/days.ts";
import type { Column } from "../../ui/Table.tsx";

export type Entry = Answers["admin"]["audit"]["entries"]["rows"][number];
type Change = Entry["changes"][number];

/** Who is not a person: the machine by itself, somebody at its shell, or nobody signed in. */
export const whoIn = ({ who, origin }: Entry): string => {
  if (who) return who;
  if (origin === "job") return "Stoep itself";
  // Older entries call it cli.
  return origin === "shell" || origin === "cli"
    ? "Somebody at the machine"
    : "Somebody not signed in";
};

export const deedIn = ({ action }: Entry): string => deeds[action] ?? action;

/** "Status", "Maintenance type": a field's name for people. */
export const fieldName = (field: string) => {
  const words = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const changeIn = ({ field, before, after }: Change) =>
  `${fieldName(field)}: ${before === null ? "" : `${before} → `}${after ?? "–"}`;

export const whatIn = (entry: Entry): string =>
  entry.erased ? "Erased" : entry.changes.map(changeIn).join("; ");

export const whereIn = ({ origin, device }: Entry): string =>
  [origin, device].filter(Boolean).join(", ") || "Erased";

/** On the screen a long text is cut; the entry's own page has all of it. */
const short = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

export const columns: readonly Column<Entry>[] = [
  {
    key: "when",
    label: "When",
    whole: true,
    value: ({ at }) => at,
    text: ({ at }) => `${paperDay(dayOf(new Date(at)))} ${sheetMoment(new Date(at)).slice(11)}`,
    sheet: ({ at }) => sheetMoment(new Date(at)),
    show: ({ at }) => (
      <time dateTime={at} title={sayFullMoment(new Date(at))}>
        {sheetMoment(new Date(at))}
      </time>
    ),
  },
  { key: "who", label: "Who", value: whoIn },
  { key: "deed", label: "What", value: deedIn },
  { key: "about", label: "About", value: ({ about }) => about ?? "" },
  {
    key: "change",
    label: "Change",
    value: whatIn,
    show: (entry) => <span className="wrap-anywhere">{short(whatIn(entry)) || "–"}</span>,
  },
  { key: "where", label: "From", value: whereIn },
];
