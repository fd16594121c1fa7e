import { utils } from "../trpc.ts";
import { Button } from "./Button.tsx";
import { sayMoment } from "./days.ts";
import { textsIn } from "./formTexts.ts";

const signedInPerson = () => utils.public.session.current.getData();

/** Identifies a form on a page for one person: on a shared tablet nobody sees another's draft. */
const keyOf = (firstField: string | undefined, page: string, who: string) =>
  `draft ${who} ${page} ${firstField}`;

/** A button that discards a draft stands before the fields, and has no name. */
const firstFieldOf = (form: HTMLFormElement) =>
  [...form.elements].map((control) => (control as HTMLInputElement).name).find(Boolean);

export const hasDraft = (page: string): boolean =>
  Object.keys(sessionStorage).some((key) => key.startsWith("draft ") && key.includes(` ${page} `));

/** Whether the form on the present page that begins with this field has a draft of who is here. */
export const isDrafted = (firstField: string): boolean =>
  sessionStorage.getItem(
    keyOf(firstField, window.location.pathname, signedInPerson()?.profileId ?? ""),
  ) !== null;

interface Draft {
  at: string;
  texts: Record<string, string>;
}

/** @returns when the restored draft was left, and what saves it; resetting a form keeps none */
export function draftOf(form: HTMLFormElement, page: string) {
  return { left: takeDraft(form, page), keep: keepDraft(form, page) };
}

function takeDraft(form: HTMLFormElement, page: string): string | undefined {
  const who = signedInPerson()?.profileId;
  const key = who && keyOf(firstFieldOf(form), page, who);
  const saved = key && sessionStorage.getItem(key);
  if (!saved) return undefined;
  sessionStorage.removeItem(key);
  const { at, texts }: Draft = JSON.parse(saved);
  const fill = () => {
    for (const [name, text] of Object.entries(texts)) {
      const control = form.elements.namedItem(name);
      if (control instanceof HTMLInputElement && control.type === "checkbox")
        control.checked = true;
      else if (control && "value" in control) control.value = text;
    }
    form.dispatchEvent(new Event("input", { bubbles: true }));
  };
  fill();
  // Fields that depend on another field appear one frame later.
  requestAnimationFrame(fill);
  return sayMoment(new Date(at), new Date());
}

function keepDraft(form: HTMLFormElement, page: string): () => void {
  const who = signedInPerson()?.profileId;
  const keep = () => {
    if (!who || form.dataset.sent !== undefined || !isChanged(form)) return;
    const draft: Draft = { at: new Date().toISOString(), texts: textsIn(form) };
    sessionStorage.setItem(keyOf(firstFieldOf(form), page, who), JSON.stringify(draft));
  };
  form.addEventListener("input", () => delete form.dataset.sent);
  // The session may have ended by the time the page is loaded again.
  window.addEventListener("pagehide", keep);
  return () => {
    window.removeEventListener("pagehide", keep);
    if (signedInPerson() === null || window.location.pathname !== page) keep();
  };
}

const isChanged = (form: HTMLFormElement) =>
  [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement) {
      const first = [...control.options].find((option) => option.defaultSelected);
      return control.value !== (first ?? control.options[0])?.value;
    }
    if (control instanceof HTMLInputElement && /checkbox|radio/.test(control.type))
      return control.checked !== control.defaultChecked;
    const typed = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
    return typed && control.value !== control.defaultValue;
  });

export const DraftLine = ({ left, done }: { left: string; done: () => void }) => (
  <p className="col-span-full flex flex-wrap items-center gap-x-2 text-soft">
    Draft of {left}
    <Button
      kind="plain"
      small
      onClick={({ currentTarget: { form } }) => {
        form?.reset();
        // Fields read their emptied values with this.
        form?.dispatchEvent(new Event("input", { bubbles: true }));
        done();
      }}
    >
      Discard it
    </Button>
  </p>
);
