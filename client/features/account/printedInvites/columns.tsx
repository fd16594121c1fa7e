import type { Answers } from "../../../trpc.ts";
import type { Column } from "../../../ui/column.ts";
import { Moment } from "../../../ui/DateTime.tsx";

export type Waiting = Answers["admin"]["sheets"]["waiting"]["units"][number];
type Person = Waiting["people"][number];

const nameOf = ({ name, surname }: Person) => `${name} ${surname}`;

/** On a phone only what happened to the last printed invite, so that the row is two lines. */
const State = ({ since, sheet, username }: Person) => (
  <span className="relative text-sm text-soft">
    <span className="narrow:sr-only">
      Added <Moment at={since} />
      {" · "}
      {username === "" && "gets a login with the sheet · "}
    </span>
    {sheet ? (
      <>
        sheet printed or shared <Moment at={sheet.printedAt} />,{" "}
        {sheet.until ? <Moment before="works until " at={sheet.until} /> : "no longer works"}
      </>
    ) : (
      "no sheet yet"
    )}
  </span>
);

interface ChoiceProps {
  id: string;
  chosen: ReadonlySet<string>;
  toggle: (id: string) => void;
  children: string;
}

const Choice = ({ id, chosen, toggle, children }: ChoiceProps) => (
  <label className="-my-2 flex min-h-11 items-center gap-3 font-semibold">
    <input
      type="checkbox"
      checked={chosen.has(id)}
      onChange={() => toggle(id)}
      className="size-5 shrink-0 accent-fynbos print:hidden"
    />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </label>
);

type Columns = (
  chosen: ReadonlySet<string>,
  toggle: (id: string) => void,
) => readonly Column<Waiting>[];

export const waitingColumns: Columns = (chosen, toggle) => [
  {
    key: "unit",
    label: "Unit",
    value: ({ name }) => name,
    show: ({ id, name }) => (
      <Choice id={id} chosen={chosen} toggle={toggle}>
        {name}
      </Choice>
    ),
  },
  {
    key: "people",
    label: "Who waits there",
    phone: "rest",
    value: ({ people }) => people.map(nameOf).join(", "),
    show: ({ people }) => (
      <ul className="grid gap-2">
        {people.map((person) => (
          <li key={person.id}>
            <span className="block font-medium wrap-anywhere">{nameOf(person)}</span>{" "}
            <State {...person} />
          </li>
        ))}
      </ul>
    ),
  },
];

export const elsewhereColumns: Columns = (chosen, toggle) => [
  {
    key: "owner",
    label: "Owner",
    value: ({ people }) => people.map(nameOf).join(", "),
    show: ({ id, people }) => (
      <Choice id={id} chosen={chosen} toggle={toggle}>
        {people.map(nameOf).join(", ")}
      </Choice>
    ),
  },
  { key: "owns", label: "Owns", phone: "named", value: ({ name }) => name },
  {
    key: "state",
    label: "State",
    phone: "rest",
    value: ({ people }) =>
      people.some(({ sheet }) => sheet) ? "sheet printed or shared" : "no sheet yet",
    show: ({ people }) => people.map((person) => <State key={person.id} {...person} />),
  },
];
