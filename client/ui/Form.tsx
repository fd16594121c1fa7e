import { useLocation } from "@tanstack/react-router";
import { createContext, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { reasonOf, say, unsay, utils, wordsOf } from "../trpc.ts";
import { textsIn } from "./formTexts.ts";
import { Alert } from "./icons.tsx";
import { shownForMs } from "./toastDuration.ts";

type Texts = Record<string, string>;
/** What is wrong, by field name; under "" what no field of the form is to blame for. */
export const FormComplaints = createContext<Texts | null>(null);
/** What the fields hold, by name, for parts of a form that depend on another field. */
export const FormValues = createContext<Texts>({});

interface Props<Schema extends z.ZodType> {
  /** Fetches the server's own schema of what is sent; a page shows before zod has arrived. */
  schema: () => Promise<Schema>;
  send: {
    mutate: (
      input: z.output<Schema>,
      options: { onError: (error: unknown) => void; onSuccess: () => void },
    ) => void;
    isPending: boolean;
  };
  /** What is sent besides the fields, such as a link's token. */
  also?: Record<string, unknown>;
  /** Says a refusal in the screen's own way instead of above the button. */
  onRefusal?: (error: unknown) => void;
  /** After the server took it. */
  onDone?: () => void;
  /** Stays for the next of its kind: what the server took is emptied. */
  clears?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Checks the fields by the server's schema, sends what the schema made of them, and puts each
 * complaint under its field. react-hook-form does the checking; it and zod arrive when somebody
 * begins to fill in, so that they are in no first load. Fields are plain inputs with a name.
 */
export function Form<Schema extends z.ZodType>(props: Props<Schema>) {
  const { schema, send, also, onRefusal, onDone, clears = false } = props;
  const { className = "grid gap-5", children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [complaints, setComplaints] = useState<Texts>({});
  const [values, setValues] = useState<Texts>({});
  const page = useLocation({ select: ({ pathname }) => pathname });
  // From the press until the answer: a second press comes before anything says that it is pending.
  const sending = useRef(false);
  // When the server took it, until something is typed again.
  const taken = useRef<number>(undefined);
  // The complaints that were said aloud too.
  const announced = useRef<string[]>([]);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    setValues(textsIn(element));
    // On the public pages nobody's session can end under the form.
    if (!utils.public.session.current.getData()) return;
    let keep: (() => void) | undefined;
    const draft = import("./draft.ts").then(({ draftOf }) => {
      if (element.isConnected) keep = draftOf(element, page);
    });
    draft.catch(() => undefined);
    return () => keep?.();
  }, [page]);

  const begin = () => Promise.all([import("./formControl.ts"), schema()]);

  const complain = (found: { field: string; message: string }[]) => {
    sending.current = false;
    const next: Texts = {};
    for (const { field, message } of found) {
      const label = labelOf(form.current, field);
      next[label === null ? "" : field] ??=
        label && message.startsWith(field) ? message.replace(field, label) : message;
    }
    setComplaints(next);
    focusFirst(form.current, next);
  };

  const wrong = (found: { field: string; message: string }[]) => {
    complain(found);
    // A whole text of the specification is said aloud too.
    for (const { field, message } of found)
      if (field && !message.startsWith(field)) {
        announced.current.push(message);
        void say("error", message);
      }
  };

  /**
   * Whether a press was meant for what is done already: nothing was typed since. A form that is empty
   * again complains once that was said for long enough.
   */
  const isImpatient = (element: HTMLFormElement) =>
    taken.current !== undefined &&
    [...element.elements].some(isInput) &&
    !(clears && Date.now() - taken.current > shownForMs);

  const refused = (error: unknown) => {
    sending.current = false;
    if (onRefusal) onRefusal(error);
    else complain([{ field: reasonOf(error)?.field ?? "", message: wordsOf(error) }]);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (send.isPending || sending.current || isImpatient(element)) return;
    sending.current = true;
    try {
      const [{ check }, shape] = await begin();
      const checked = (input: z.output<Schema>) => {
        setComplaints({});
        for (const message of announced.current.splice(0)) void unsay(message);
        const done = () => {
          sending.current = false;
          taken.current = Date.now();
          // Sent is no draft any more, until somebody types again.
          element.dataset.sent = "";
          if (clears) {
            element.reset();
            setValues(textsIn(element));
          }
          onDone?.();
        };
        send.mutate(input, { onError: refused, onSuccess: done });
      };
      await check(element, shape, also, checked, wrong);
    } catch (unreachable) {
      refused(unreachable);
    }
  };

  const typed = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    taken.current = undefined;
    setValues(textsIn(currentTarget));
    if (name in complaints) setComplaints(({ [name]: _, ...others }) => others);
  };

  return (
    <form
      ref={form}
      // Pressed before this runs, nothing is sent, least of all a password in an address.
      method="dialog"
      noValidate
      onSubmit={submit}
      onFocus={() => void begin().catch(() => undefined)}
      onInput={typed}
      className={className}
    >
      <FormComplaints value={complaints}>
        <FormValues value={values}>{children}</FormValues>
      </FormComplaints>
      {complaints[""] && (
        <p role="alert" className="flex gap-2 rounded-lg bg-danger-pale p-3 font-medium">
          <Alert className="mt-0.5 size-5 shrink-0 text-danger" />
          {complaints[""]}
        </p>
      )}
    </form>
  );
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const isInput = (control: unknown): control is Input =>
  control instanceof HTMLInputElement ||
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement;

/** The label of a field; null when the form has no such field. */
function labelOf(form: HTMLFormElement | null, field: string): string | null {
  const control = field ? form?.elements.namedItem(field) : null;
  return isInput(control) ? (control.labels?.[0]?.textContent ?? "") : null;
}

/** After the complaints are on the screen, so that a screen reader reads them with the field. */
function focusFirst(form: HTMLFormElement | null, complaints: Texts) {
  requestAnimationFrame(() => {
    for (const control of form?.elements ?? [])
      if (isInput(control) && control.name in complaints) return control.focus();
  });
}
