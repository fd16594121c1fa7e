import { Pencil } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { z } from "zod";
import { idsIn } from "../links.ts";
import { isDrafted } from "./draft.tsx";
import { Field, type Labelled } from "./Field.tsx";
import { Form } from "./Form.tsx";
import { FormButtons } from "./FormButtons.tsx";
import { useFocusBack } from "./useFocusBack.ts";

interface Props<Schema extends z.ZodType>
  extends Pick<ComponentProps<typeof Form<Schema>>, "schema" | "send" | "also">,
    Labelled {
  value: string;
  type: "email" | "tel";
  autoComplete: string;
}

/** A value that becomes a field when pressed. A refused change stays open with its error. */
export function InlineEdit<Schema extends z.ZodType>(props: Props<Schema>) {
  const { value, schema, send, also, ...field } = props;
  // The text that was typed before the session ended is there again, in the open field.
  const [editing, setEditing] = useState(() => isDrafted(field, idsIn(also)));
  const opener = useFocusBack(editing);

  if (!editing)
    return (
      <div>
        <p className="text-sm font-semibold text-soft">{field.label}</p>
        <button
          ref={opener}
          type="button"
          aria-label={`Edit ${field.label.toLowerCase()}: ${value || "empty"}`}
          onClick={() => setEditing(true)}
          className="-ml-2 flex min-h-11 max-w-full items-center gap-2.5 rounded-lg px-2 text-left hover:bg-sunken"
        >
          <span className="min-w-0 break-words">{value || "–"}</span>
          <Pencil className="size-4 shrink-0 text-clay" />
        </button>
      </div>
    );
  return (
    <Form
      schema={schema}
      send={send}
      also={also}
      onDone={() => setEditing(false)}
      className="grid max-w-md gap-3"
    >
      <Field
        {...field}
        defaultValue={value}
        autoFocus
        onKeyDown={({ key }) => key === "Escape" && setEditing(false)}
      />
      <FormButtons leave={() => setEditing(false)}>Update</FormButtons>
    </Form>
  );
}

export const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <p className="text-sm font-semibold text-soft">{label}</p>
    <p className="flex min-h-11 items-center break-words">{children || "–"}</p>
  </div>
);
