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

/** Whether anybody's form on this page has a draft. */
export const hasDraft = (page: string): boolean =>
  Object.keys(sessionStorage).some((key) => key.startsWith("draft ") && key.includes(` ${page} `));

/** Whether the form on the present page that begins with this field has a draft of who is here. */
export const isDrafted = (firstField: string): boolean =>
  sessionStorage.getItem(
    keyOf(firstField, window.location.pathname, signedInPerson()?.profileId ?? ""),
  ) !== null;

/** The stored draft of a form, and when the form was left. */
interface Draft {
  at: string;
  texts: Record<string, string>;
}

/**
 * Restores what was typed before the session ended or the page was left or reloaded. Code that
 * wants no draft kept resets the form.
 * @returns when the draft that is there again was left, in words; and what saves it when the form is
 *   removed for such a reason
 */
export function draftOf(form: HTMLFormElement, page: string) {
  return { left: takeDraft(form, page), keep: keepDraft(form, page) };
}

/** Restores a draft once and deletes it. */
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

/** Whether any field differs from its initial value. */
const isChanged = (form: HTMLFormElement) =>
  [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement) {
      const first = [...control.options].find((option) => option.defaultSelected);
      return control.value !== (first ?? control.options[0])?.value;
    }
    const typed = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
    const ticked =
      control instanceof HTMLInputElement && control.checked !== control.defaultChecked;
    return typed && (ticked || control.value !== control.defaultValue);
  });

interface LineProps {
  left: string;
  done: () => void;
}

/** Says that the form has an old draft, and empties it. */
export const DraftLine = ({ left, done }: LineProps) => (
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
