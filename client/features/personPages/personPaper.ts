import { contactNames } from "../../../server/features/people/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { paperDay, today } from "../../ui/days.ts";
import { fileNameOf } from "../../ui/fileName.ts";
import { type Entry, sayEntry } from "../audit/words.ts";
import { labelFor, sayPersonField } from "../people/personWords.ts";
import { sayPart, sayPeriod } from "../units/words.ts";
import {
  dayOfMoment,
  type PersonPage,
  saidInOrder,
  sayKind,
  sayOwed,
  sayStage,
  sayTerm,
} from "./words.ts";

type Row = [what: string, when: string, words: string];

export const paperOf = (person: PersonPage, history: readonly Entry[]) => ({
  title: person.fullName,
  fileName: fileNameOf("pdf", person.fullName, today()),
  addressee: [],
  notes: [...contactsOf(person), ...leftOut(person)],
  columns: [{ label: "What", width: 34 }, { label: "When", width: 44 }, { label: "" }],
  rows: rowsOf(person, history),
  totals: [],
});

const contactsOf = (person: PersonPage): string[] =>
  [
    sayKind(person),
    person.username && `Username ${person.username}`,
    ...contactNames.map((name) => person[name] && factOf(person, name)),
    sayOwed(person.fines),
  ].flatMap((line) => line || []);

const leftOut = ({ fines, requests, visits, papers }: PersonPage): string[] =>
  [
    { of: "fines", ...fines },
    { of: "requests", ...requests },
    { of: "visits", ...visits },
    { of: "payment proofs", rows: papers.proofs, count: papers.count },
    { of: "photos", rows: papers.photos, count: papers.photoCount },
  ].flatMap(({ of, rows, count }) =>
    rows.length < count ? `The newest ${rows.length} of ${count} ${of} are listed.` : [],
  );

/** "Cell phone 082 123 4567" */
function factOf(person: PersonPage, name: (typeof contactNames)[number]): string {
  const label = labelFor(name, person);
  const words = sayPersonField(name, person[name]).replace(/(?<!\s)\s*\n\s*/g, ", ");
  // The label of a unit mostly begins with the word.
  return words.toLowerCase().startsWith(`${label.toLowerCase()} `) ? words : `${label} ${words}`;
}

const rowsOf = (person: PersonPage, history: readonly Entry[]): Row[] => [
  ...person.units.map((held): Row => [sayPart(held), sayPeriod(held), held.unit]),
  ...person.terms.map((term): Row => [sayTerm(term), sayPeriod(term), ""]),
  ...person.fines.rows.map(
    ({ type, amountCents, reference, status, issuedAt }): Row => [
      "Fine",
      dayOfMoment(issuedAt),
      `${type}, ${formatRand(amountCents)}, ${reference}, ${status}`,
    ],
  ),
  ...person.requests.rows.map(
    ({ maintenanceType, description, date, status }): Row => [
      "Request",
      paperDay(date),
      `${maintenanceType}: ${description}, ${status}`,
    ],
  ),
  ...person.visits.rows.map(
    (visit): Row => [
      "Visit",
      dayOfMoment(visit.signedOutAt ?? visit.arrivedAt ?? visit.signedInAt),
      `${visit.visitorName} ${visit.visitorSurname}, ${visit.visitationType}, ${sayStage(visit)}`,
    ],
  ),
  ...person.papers.proofs.map(
    ({ fileName, at }): Row => ["Payment proof", dayOfMoment(at), fileName],
  ),
  ...person.papers.photos.map(
    ({ fileName, at }): Row => ["Photo for a fine", dayOfMoment(at), fileName],
  ),
  ...saidInOrder(person.said).map(
    ({ at, words }): Row => ["Letter or mail", dayOfMoment(at), words],
  ),
  ...history.map((entry): Row => ["History", dayOfMoment(entry.at), sayEntry(entry)]),
];
