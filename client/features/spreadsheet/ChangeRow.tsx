import { createContext, type FormEvent, use, useId } from "react";
import type { CheckedRegister, ReadPerson } from "../../../server/features/spreadsheet/schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Cancel } from "../../ui/Cancel.tsx";
import { Field } from "../../ui/Field.tsx";
import { SelectField } from "../../ui/Fields.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import {
  asRead,
  changesOf,
  type Group,
  groupsOf,
  kinds,
  type Typed,
  unitInWords,
} from "./rowChanges.ts";
import type { Importing } from "./useImport.ts";

/** Types something instead of cells. A context, so that the list's columns stay the same. */
export const ChangeRows = createContext<Importing["change"]>(() => undefined);

const fullName = ({ name, surname }: ReadPerson) => [name, surname].filter(Boolean).join(" ");

/** Opens what was read of the people in a row, to change it there. */
export function ChangeRow({ line, unit, people }: CheckedRegister["rows"][number]) {
  const change = use(ChangeRows);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const changes = changesOf(people, (person, at) => typedOf(form, at, asRead(person)));
    if (Object.keys(changes).length > 0) change(`Row ${line} was changed.`, { [line]: changes });
  };
  return (
    <FormDialog
      trigger={
        <Button kind="plain" small className="narrow:-my-2.5 roomy:px-1.5" which={`row ${line}`}>
          Change
        </Button>
      }
      title={`Row ${line}${unit && `: ${unitInWords(unit)}`}`}
      note={`What you type here is read instead of the cells. Your file stays as it is.${people.length > 1 ? " To leave somebody out, empty their name and surname." : ""}`}
    >
      {(close) => (
        <form
          noValidate
          onSubmit={(event) => {
            send(event);
            close();
          }}
          className="grid gap-8"
        >
          {groupsOf(people).map((group) =>
            group.isCramped ? (
              <Replacement key={group.own} {...group} />
            ) : (
              group.people.map(({ person, at }) => (
                <PersonFields
                  key={at}
                  at={at}
                  read={asRead(person)}
                  legend={[person.roles, fullName(person)].filter(Boolean).join(": ")}
                />
              ))
            ),
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Cancel leave={close} />
            <Button type="submit">Change the row</Button>
          </div>
        </form>
      )}
    </FormDialog>
  );
}

/** What the fields of one of the people hold; those that are not shown stay as they were read. */
function typedOf(form: FormData, at: number, read: Typed): Typed {
  const of = (part: keyof Typed) => String(form.get(`${at} ${part}`) ?? read[part]).trim();
  return {
    name: of("name"),
    surname: of("surname"),
    kind: of("kind"),
    share: of("share"),
    email: of("email"),
    cellPhone: of("cellPhone"),
  };
}

interface FieldsProps {
  /** Which of the row's people it is, from 0. */
  at: number;
  legend: string;
  hint?: string;
  read: Typed;
}

function PersonFields({ at, legend, hint, read }: FieldsProps) {
  const id = useId();
  const field = (part: keyof Typed) => ({
    name: `${at} ${part}`,
    defaultValue: read[part],
    autoComplete: "off",
  });
  return (
    <fieldset aria-describedby={hint && id} className="grid min-w-0 gap-4">
      <legend className="mb-2 font-semibold wrap-anywhere">{legend}</legend>
      {hint && (
        <p id={id} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <Field label="Name" {...field("name")} />
      <Field label="Surname" {...field("surname")} />
      <SelectField label="Person or company" options={kinds} {...field("kind")} />
      {read.share && <Field label="Share in percent" inputMode="decimal" {...field("share")} />}
      <Field label="Email" type="email" {...field("email")} />
      <Field label="Cell phone" type="tel" {...field("cellPhone")} />
    </fieldset>
  );
}

const nothing: Typed = {
  name: "",
  surname: "",
  kind: kinds[0],
  share: "",
  email: "",
  cellPhone: "",
};

/** Fields instead of a cell with more people than a list has columns for. */
const Replacement = ({ people }: Group) => (
  <PersonFields
    at={people[0]?.at ?? 0}
    legend={people.map(({ person }) => fullName(person)).join(" and ")}
    hint={`They are in one cell. To change them, give each a row of their own in your file. Only if they are one, such as a company, type it here.`}
    read={nothing}
  />
);
