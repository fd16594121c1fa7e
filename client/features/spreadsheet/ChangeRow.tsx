import { type ComponentProps, createContext, type ReactNode, use } from "react";
import {
  type CheckedRegister,
  type ReadPerson,
  roleLabels,
} from "../../../server/features/spreadsheet/schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { SelectField } from "../../ui/Fields.tsx";
import { DialogButtons } from "../../ui/FormButtons.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { asRead, changesOf, kinds, roles, type Typed, unitInWords } from "./rowChanges.ts";
import type { Importing } from "./useImport.ts";

/** Types something instead of what was read. A context, so that the list's columns stay the same. */
export const ChangeRows = createContext<Importing["change"]>(() => undefined);

const fullName = ({ name, surname }: ReadPerson) => [name, surname].filter(Boolean).join(" ");

interface Props extends Omit<ComponentProps<typeof FormDialog>, "children"> {
  action: string;
  send: (form: FormData) => void;
  children: ReactNode;
}

/** A dialog to change what was read, in one row or in all. */
export const ChangeDialog = ({ action, send, children, ...dialog }: Props) => (
  <FormDialog {...dialog}>
    {(close) => (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget));
          close();
        }}
        className="grid gap-8"
      >
        {children}
        <DialogButtons leave={close}>{action}</DialogButtons>
      </form>
    )}
  </FormDialog>
);

export function ChangeRow({ line, unit, people }: CheckedRegister["rows"][number]) {
  const change = use(ChangeRows);
  const send = (form: FormData) => {
    const changes = people.map((person, at) => changesOf(person, typedOf(form, at)));
    const all: ReturnType<typeof changesOf> = Object.assign({}, ...changes);
    if (Object.keys(all).length > 0) change(`Row ${line} was changed.`, { [line]: all });
  };
  return (
    <ChangeDialog
      trigger={
        <Button kind="plain" small className="narrow:-my-2.5 roomy:px-1.5" which={`row ${line}`}>
          Change
        </Button>
      }
      title={`Row ${line}${unit && `: ${unitInWords(unit)}`}`}
      note={`What you type here is read instead of the cells. Your file stays as it is.${people.length > 1 ? " To leave somebody out, empty their name and surname." : ""}`}
      action="Change the row"
      send={send}
    >
      {people.map((person, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: somebody is their place in the row
        <PersonFields key={at} at={at} person={person} />
      ))}
    </ChangeDialog>
  );
}

const typedOf = (form: FormData, at: number): Partial<Typed> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [of, part = ""] = name.split(" ");
      return of === `${at}` ? [[part, String(value).trim()]] : [];
    }),
  );

function PersonFields({ at, person }: { at: number; person: ReadPerson }) {
  const read = asRead(person);
  const field = (part: keyof Typed) => ({
    name: `${at} ${part}`,
    defaultValue: read[part],
  });
  // The trade of staff is in a column of those of whom the row says what they are.
  const offered = roles.filter((role) => role !== roleLabels.staff || person.whose === "person");
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-2 font-semibold wrap-anywhere">
        {[person.roles, fullName(person)].filter(Boolean).join(": ")}
      </legend>
      <Field label="Name" {...field("name")} />
      <Field label="Surname" {...field("surname")} />
      <SelectField label="Person or company" options={kinds} {...field("kind")} />
      <SelectField
        label="Role"
        options={[...new Set([read.role || "Not said", ...offered])].map(
          (role) => [role === "Not said" ? "" : role, role] as const,
        )}
        {...field("role")}
      />
      {read.share && <Field label="Share in percent" inputMode="decimal" {...field("share")} />}
      <Field label="Email" type="email" {...field("email")} />
      <Field label="Cell phone" type="tel" {...field("cellPhone")} />
    </fieldset>
  );
}
