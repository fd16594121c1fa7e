import { utils } from "../trpc.ts";
import { Button } from "./Button.tsx";
import { sayMoment } from "./days.ts";
import { textsIn } from "./formTexts.ts";

const signedInPerson = () => utils.public.session.current.getData();

interface FirstField {
  name: string;
  label: string | null | undefined;
}

/**
 * Identifies a form on a page for one person: on a shared tablet nobody sees another's draft, and
 * what was typed about one row, or for staff alone, is not offered in the form of another.
 */
const keyOf = (first: FirstField | undefined, about: string, page: string, who: string) =>
  `draft ${who} ${page} ${first?.name} ${first?.label} ${about}`;

/** A button that discards a draft stands before the fields, and has no name. */
function firstFieldOf(form: HTMLFormElement): FirstField | undefined {
  const first = ([...form.elements] as HTMLInputElement[]).find(({ name }) => name);
  return first && { name: first.name, label: first.labels?.[0]?.textContent };
}

export const hasDraft = (page: string): boolean =>
  Object.keys(sessionStorage).some((key) => key.startsWith("draft ") && key.includes(` ${page} `));

/** Whether the form on the present page that begins with this field has a draft of who is here. */
export const isDrafted = (first: FirstField, about: string): boolean =>
  sessionStorage.getItem(
    keyOf(first, about, window.location.pathname, signedInPerson()?.profileId ?? ""),
  ) !== null;

type Texts = Record<string, string>;

interface Draft {
  at: string;
  texts: Texts;
}

/**
 * @param corrects something stored, which others may have changed by the time a draft comes back:
 * it has only what was changed here
 * @param open shows those fields for the texts of a draft that a form does not begin with
 * @returns when the restored draft was left, and what saves it; resetting a form keeps none
 */
export function draftOf(
  form: HTMLFormElement,
  about: string,
  page: string,
  corrects: boolean,
  open: ((texts: Texts) => unknown) | undefined,
) {
  const who = signedInPerson()?.profileId;
  // Now, because a form that is off the page knows its labels no longer.
  const key = who && keyOf(firstFieldOf(form), about, page, who);
  if (!key) return {};
  // What belongs in fields that are not there yet. It stays in the draft until they are.
  const waiting = new Map<string, string>();
  const keep = keepDraft(form, key, page, corrects, waiting);
  return { left: takeDraft(form, key, waiting, open), keep };
}

function takeDraft(
  form: HTMLFormElement,
  key: string,
  waiting: Map<string, string>,
  open: (texts: Texts) => unknown = () => undefined,
): string | undefined {
  const saved = sessionStorage.getItem(key);
  if (!saved) return undefined;
  sessionStorage.removeItem(key);
  const { at, texts }: Draft = JSON.parse(saved);
  for (const [name, text] of Object.entries(texts)) waiting.set(name, text);
  form.addEventListener("reset", () => waiting.clear());
  form.addEventListener("input", ({ target }) => waiting.delete((target as HTMLInputElement).name));
  const fill = () => {
    const before = waiting.size;
    for (const [name, text] of waiting) {
      const control = form.elements.namedItem(name);
      if (!control || !("value" in control)) continue;
      if (control instanceof HTMLInputElement && control.type === "checkbox")
        control.checked = true;
      else control.value = text;
      // The choices of some depend on another field too.
      if (!(control instanceof HTMLSelectElement) || control.value === text) waiting.delete(name);
    }
    if (waiting.size < before) form.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const begin = () => {
    fill();
    new MutationObserver(fill).observe(form, { childList: true, subtree: true });
  };
  // What cannot be shown is not sent without it either: then nothing is filled in.
  void Promise.resolve(open(texts)).then(begin, () => undefined);
  return sayMoment(new Date(at), new Date());
}

function keepDraft(
  form: HTMLFormElement,
  key: string,
  page: string,
  corrects: boolean,
  waiting: Map<string, string>,
): () => void {
  const keep = () => {
    // What was kept while the answer was on its way may be sent by now.
    sessionStorage.removeItem(key);
    const changed = ([...form.elements] as HTMLInputElement[]).filter(isChanged);
    if (form.dataset.sent !== undefined || changed.length + waiting.size === 0) return;
    const names = changed.map(({ name }) => name);
    const kept = Object.entries(textsIn(form)).filter(
      ([name]) => !corrects || names.includes(name),
    );
    const draft: Draft = {
      at: new Date().toISOString(),
      texts: Object.fromEntries([...waiting, ...kept]),
    };
    sessionStorage.setItem(key, JSON.stringify(draft));
  };
  form.addEventListener("input", () => delete form.dataset.sent);
  form.addEventListener("reset", () => sessionStorage.removeItem(key));
  // The session may have ended by the time the page is loaded again, and a phone may end a page that
  // is hidden. Whoever comes back to this page has it all in the form.
  const events = ["pagehide", "pageshow", "visibilitychange"];
  const leftOrSeen = ({ type }: Event) =>
    type === "pagehide" || document.hidden ? keep() : sessionStorage.removeItem(key);
  for (const event of events) window.addEventListener(event, leftOrSeen);
  return () => {
    for (const event of events) window.removeEventListener(event, leftOrSeen);
    if (signedInPerson() === null || window.location.pathname !== page) keep();
    else sessionStorage.removeItem(key);
  };
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].find((option) => option.defaultSelected);
    return control.value !== (first ?? control.options[0])?.value;
  }
  if (control instanceof HTMLInputElement && /checkbox|radio/.test(control.type))
    return control.checked !== control.defaultChecked;
  const typed = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return typed && control.value !== control.defaultValue;
}

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
