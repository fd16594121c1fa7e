import { utils } from "../trpc.ts";
import { textsIn } from "./formTexts.ts";

const whoIsHere = () => utils.public.session.current.getData();

/** One form of one page of one person: on a shared tablet nobody sees another's draft. */
const keyOf = (form: HTMLFormElement, page: string, who: string) =>
  `draft ${who} ${page} ${(form.elements[0] as HTMLInputElement | undefined)?.name}`;

/**
 * Puts back what was typed before the session ended or the page was left or reloaded, and answers
 * what keeps it when the form goes for such a reason. Who does not want it kept resets the form.
 */
export function draftOf(form: HTMLFormElement, page: string): () => void {
  takeDraft(form, page);
  return keepDraft(form, page);
}

/** Once: what is put back is no draft any more. */
function takeDraft(form: HTMLFormElement, page: string): void {
  const who = whoIsHere()?.profileId;
  const key = who && keyOf(form, page, who);
  const saved = key && sessionStorage.getItem(key);
  if (!saved) return;
  sessionStorage.removeItem(key);
  const fill = () => {
    for (const [name, text] of Object.entries<string>(JSON.parse(saved))) {
      const control = form.elements.namedItem(name);
      if (control && "value" in control) control.value = text;
    }
    form.dispatchEvent(new Event("input", { bubbles: true }));
  };
  fill();
  // Fields that another field brought onto the screen are there a frame later.
  requestAnimationFrame(fill);
}

function keepDraft(form: HTMLFormElement, page: string): () => void {
  const who = whoIsHere()?.profileId;
  const keep = () => {
    if (!who || form.dataset.sent !== undefined || !isChanged(form)) return;
    sessionStorage.setItem(keyOf(form, page, who), JSON.stringify(textsIn(form)));
  };
  form.addEventListener("input", () => delete form.dataset.sent);
  // A reload may find the session gone.
  window.addEventListener("pagehide", keep);
  return () => {
    window.removeEventListener("pagehide", keep);
    if (whoIsHere() === null || window.location.pathname !== page) keep();
  };
}

/** Whether a field holds something else than it began with. */
const isChanged = (form: HTMLFormElement) =>
  [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement) {
      const first = [...control.options].find((option) => option.defaultSelected);
      return control.value !== (first ?? control.options[0])?.value;
    }
    const typed = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
    return typed && control.value !== control.defaultValue;
  });
