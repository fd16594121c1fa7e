import { CircleAlert } from "lucide-react";
import { createContext, type FormEvent, type ReactNode, useRef, useState } from "react";
import type { z } from "zod";
import { reasonOf, wordsOf } from "../trpc.ts";

/** What is wrong, by field name; under "" what no field of the form is to blame for. */
type Complaints = Record<string, string>;
export const FormComplaints = createContext<Complaints>({});

interface Props<Schema extends z.ZodType> {
  /** Fetches the server's own schema of what is sent; a page shows before zod has arrived. */
  schema: () => Promise<Schema>;
  send: {
    mutate: (input: z.input<Schema>, options: { onError: (error: unknown) => void }) => void;
    isPending: boolean;
  };
  /** What is sent besides the fields, such as a link's token. */
  also?: Record<string, unknown>;
  /** Says a refusal in the screen's own way instead of above the button. */
  onRefusal?: (error: unknown) => void;
  children: ReactNode;
}

const checking = () => import("./check.ts");

/** Checks the fields by the server's schema, sends them, and puts each complaint under its field. */
export function Form<Schema extends z.ZodType>(props: Props<Schema>) {
  const { schema, send, also, onRefusal, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [complaints, setComplaints] = useState<Complaints>({});

  const complain = (found: { field: string; message: string }[]) => {
    const next: Complaints = {};
    for (const { field, message } of found) {
      const label = labelOf(form.current, field);
      next[label === null ? "" : field] ??= label ? message.replace(field, label) : message;
    }
    setComplaints(next);
    focusFirst(form.current, next);
  };

  const refused = (error: unknown) => {
    if (onRefusal) onRefusal(error);
    else complain([{ field: reasonOf(error)?.field ?? "", message: wordsOf(error) }]);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (send.isPending) return;
    const typed = { ...Object.fromEntries(new FormData(event.currentTarget)), ...also };
    try {
      const [{ check }, shape] = await Promise.all([checking(), schema()]);
      const found = check(shape, typed);
      complain(found);
      if (found.length === 0) send.mutate(typed as z.input<Schema>, { onError: refused });
    } catch (unreachable) {
      refused(unreachable);
    }
  };

  const fetchAhead = () => void Promise.all([checking(), schema()]).catch(() => undefined);

  const forget = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (name in complaints) setComplaints(({ [name]: _, ...others }) => others);
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onFocus={fetchAhead}
      onInput={forget}
      className="grid gap-5"
    >
      <FormComplaints value={complaints}>{children}</FormComplaints>
      {complaints[""] && (
        <p role="alert" className="flex gap-2 rounded-lg bg-danger-pale p-3 font-medium">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
          {complaints[""]}
        </p>
      )}
    </form>
  );
}

/** The label of a field; null when the form has no such field. */
function labelOf(form: HTMLFormElement | null, field: string): string | null {
  const control = field ? form?.elements.namedItem(field) : null;
  return control instanceof HTMLInputElement ? (control.labels?.[0]?.textContent ?? "") : null;
}

/** After the complaints are on the screen, so that a screen reader reads them with the field. */
function focusFirst(form: HTMLFormElement | null, complaints: Complaints) {
  requestAnimationFrame(() => {
    for (const control of form?.elements ?? [])
      if (control instanceof HTMLInputElement && control.name in complaints) return control.focus();
  });
}
