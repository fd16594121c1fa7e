import type { Column } from "../../ui/column.ts";
import { csvMoment, paperMoment, sayFullMoment } from "../../ui/days.ts";
import { actorOf, changesOf, type Entry, originOf } from "./words.ts";

/** Long texts are cut on the screen; the entry's own page shows them in full. */
const short = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

export const columns: readonly Column<Entry>[] = [
  {
    key: "when",
    label: "When",
    whole: true,
    value: ({ at }) => at,
    text: ({ at }) => paperMoment(new Date(at)),
    csvValue: ({ at }) => csvMoment(new Date(at)),
    show: ({ at }) => (
      <time dateTime={at} title={sayFullMoment(new Date(at))}>
        {paperMoment(new Date(at))}
      </time>
    ),
  },
  { key: "who", label: "Who", phone: "aside", value: actorOf },
  { key: "deed", label: "What", value: ({ did }) => did },
  {
    key: "about",
    label: "About",
    phone: "rest",
    // Mostly the person did it for themselves, so their name is not repeated.
    value: ({ about, subjectId, actorId }) => (subjectId === actorId ? "" : (about ?? "")),
  },
  {
    key: "change",
    label: "Change",
    phone: "rest",
    value: (entry) => changesOf(entry),
    // As words: the font of PDFs has no arrow.
    text: (entry) => changesOf(entry, "to"),
    show: (entry) => <span className="wrap-anywhere">{short(changesOf(entry)) || "–"}</span>,
  },
  { key: "where", label: "From", phone: "away", value: originOf },
];

export const widths =
  "roomy:not-print:[&_tr]:grid-cols-[9.5rem_minmax(0,13fr)_minmax(0,15fr)_minmax(0,16fr)_minmax(0,19fr)_minmax(0,13.5fr)]";
