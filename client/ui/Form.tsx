import { useLocation } from "@tanstack/react-router";
import { createContext, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { idsIn } from "../links.ts";
import { dismissToast, reasonOf, showToast, utils, wordsOf } from "../trpc.ts";
import type { DraftLine } from "./draft.tsx";
import { FailureBox } from "./Failure.tsx";
import { textsIn } from "./formTexts.ts";
import { shownForMs } from "./toastDuration.ts";

type Texts = Record<string, string>;
/** The errors by field name; under "" the error that belongs to no field of the form. */
export const FormComplaints = createContext<Texts | null>(null);
/** The fields' values by name, for parts of a form that depend on another field. */
export const FormValues = createContext<Texts>({});
export const FormBusy = createContext(false);

interface Props<Schema extends z.ZodType> {
  /** Loads the server's own input schema later, so that the page can show before zod arrives. */
  schema: () => Promise<Schema>;
  send: {
    mutate: (
      input: z.output<Schema>,
      options: { onError: (error: unknown) => void; onSuccess: () => void },
    ) => void;
    isPending: boolean;
  };
  also?: Record<string, unknown>;
  onRefusal?: (error: unknown) => void;
  onDone?: () => void;
  clears?: boolean;
  /** It changes what is stored, so a draft has only what was changed. What has a `version` does. */
  corrects?: boolean;
  /** Shows the fields for the texts of a draft that are not there at first; there are none once it is discarded. */
  onDraft?: (texts: Texts) => unknown;
  className?: string;
  children: ReactNode;
}

/** Checks plain inputs with the server's schema, which loads when somebody begins to fill it in. */
export function Form<Schema extends z.ZodType>(props: Props<Schema>) {
  const { schema, send, also, onRefusal, onDone, clears = false, onDraft } = props;
  const { corrects = also !== undefined && "version" in also } = props;
  const { className = "grid gap-5", children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [complaints, setComplaints] = useState<Texts>({});
  const [values, setValues] = useState<Texts>({});
  const [drafted, setDrafted] = useState<{ left: string; Line: typeof DraftLine }>();
  const page = useLocation({ select: ({ pathname }) => pathname });
  const about = idsIn(also);
  // True from the press until the response: a second press can come before `isPending` is true.
  const sending = useRef(false);
  // True if something was typed since the press: it is not what the server accepted.
  const typedSince = useRef(false);
  // When the server accepted the input; undefined as soon as something is typed again.
  const taken = useRef<number>(undefined);
  // The errors that were also shown as toasts.
  const announced = useRef<string[]>([]);

  const open = useRef(onDraft);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    setValues(textsIn(element));
    // On the public pages no session can expire while somebody fills in the form.
    if (!utils.public.session.current.getData()) return;
    let keep: (() => void) | undefined;
    const draft = import("./draft.tsx").then(({ draftOf, DraftLine }) => {
      if (!element.isConnected) return;
      const { left, keep: keeps } = draftOf(element, about, page, corrects, open.current);
      keep = keeps;
      if (left) setDrafted({ left, Line: DraftLine });
    });
    draft.catch(() => undefined);
    return () => keep?.();
  }, [about, page, corrects]);

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
    // A message that is a text of the specification is shown as a toast too.
    for (const { field, message } of found)
      if (field && !message.startsWith(field)) {
        announced.current.push(message);
        void showToast("error", message);
      }
  };

  /** Whether nothing was typed since a success, while its message is there if it `clears`. */
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
    typedSince.current = false;
    try {
      const [{ check }, shape] = await begin();
      const checked = (input: z.output<Schema>) => {
        setComplaints({});
        for (const message of announced.current.splice(0)) void dismissToast(message);
        const done = () => {
          sending.current = false;
          if (!typedSince.current) {
            taken.current = Date.now();
            // Input that was sent is no draft, until somebody types again.
            element.dataset.sent = "";
          }
          if (clears) {
            element.reset();
            setValues(textsIn(element));
          }
          setDrafted(undefined);
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
    typedSince.current = true;
    setValues(textsIn(currentTarget));
    if (name in complaints) setComplaints(({ [name]: _, ...others }) => others);
  };

  const discarded = () => {
    setDrafted(undefined);
    onDraft?.({});
  };

  return (
    <form
      ref={form}
      // If pressed before the script runs, nothing is sent, least of all a password in a URL.
      method="dialog"
      noValidate
      onSubmit={submit}
      onFocus={() => void begin().catch(() => undefined)}
      onInput={typed}
      className={className}
    >
      {drafted && <drafted.Line left={drafted.left} done={discarded} />}
      <FormComplaints value={complaints}>
        <FormBusy value={send.isPending}>
          <FormValues value={values}>{children}</FormValues>
        </FormBusy>
      </FormComplaints>
      {complaints[""] && <FailureBox>{complaints[""]}</FailureBox>}
    </form>
  );
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const isInput = (control: unknown): control is Input =>
  control instanceof HTMLInputElement ||
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement;

function labelOf(form: HTMLFormElement | null, field: string): string | null {
  const control = field ? form?.elements.namedItem(field) : null;
  if (!isInput(control)) return null;
  // A field that people do not see themselves, or whose label begins no sentence, says what it is.
  const label = control.dataset.label ?? control.labels?.[0]?.textContent ?? "";
  return label.replace(" (optional)", "");
}

/** Waits until the errors are on the screen, so that a screen reader reads them with the field. */
function focusFirst(form: HTMLFormElement | null, complaints: Texts) {
  requestAnimationFrame(() => {
    for (const control of form?.elements ?? [])
      if (isInput(control) && control.name in complaints) return control.focus();
  });
}
