import { utils } from "../trpc.ts";

/** What the fields of a form hold, by name; never a password, never a file. */
export function textsIn(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    const control = form.elements.namedItem(name);
    const secret = control instanceof HTMLInputElement && control.dataset.secret !== undefined;
    if (typeof value === "string" && !secret) texts[name] = value;
  }
  return texts;
}

const whoIsHere = () => utils.public.session.current.getData();

/** One form of one page of one person: on a shared tablet nobody sees another's draft. */
const keyOf = (form: HTMLFormElement, page: string, who: string) =>
  `draft ${who} ${page} ${(form.elements[0] as HTMLInputElement | undefined)?.name}`;

/** Puts back what was typed before the session ended, once. */
export function takeDraft(form: HTMLFormElement, page: string): void {
  const who = whoIsHere()?.profileId;
  const key = who && keyOf(form, page, who);
  const kept = key && sessionStorage.getItem(key);
  if (!kept) return;
  sessionStorage.removeItem(key);
  const fill = () => {
    for (const [name, text] of Object.entries<string>(JSON.parse(kept))) {
      const control = form.elements.namedItem(name);
      if (control && "value" in control) control.value = text;
    }
  };
  fill();
  // Fields that another field brought onto the screen are there a frame later.
  requestAnimationFrame(fill);
}

/** Answers what keeps the form's content when the page goes because the session ended under it. */
export function keepDraft(form: HTMLFormElement, page: string): () => void {
  const who = whoIsHere()?.profileId;
  return () => {
    if (!who || whoIsHere() !== null) return;
    const texts = textsIn(form);
    if (Object.values(texts).some(Boolean))
      sessionStorage.setItem(keyOf(form, page, who), JSON.stringify(texts));
  };
}
