import { utils } from "../trpc.ts";
import { textsIn } from "./textsIn.ts";

const whoIsHere = () => utils.public.session.current.getData();

/** One form of one page of one person: on a shared tablet nobody sees another's draft. */
const keyOf = (form: HTMLFormElement, page: string, who: string) =>
  `draft ${who} ${page} ${(form.elements[0] as HTMLInputElement | undefined)?.name}`;

/**
 * Puts back what was typed before the session ended, and answers what keeps it when the page goes
 * because the session ends now.
 */
export function draftOf(form: HTMLFormElement, page: string): () => void {
  takeDraft(form, page);
  return keepDraft(form, page);
}

/** Once: what is put back is no draft any more. */
function takeDraft(form: HTMLFormElement, page: string): void {
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
    form.dispatchEvent(new Event("input", { bubbles: true }));
  };
  fill();
  // Fields that another field brought onto the screen are there a frame later.
  requestAnimationFrame(fill);
}

function keepDraft(form: HTMLFormElement, page: string): () => void {
  const who = whoIsHere()?.profileId;
  return () => {
    if (!who || whoIsHere() !== null) return;
    const texts = textsIn(form);
    if (Object.values(texts).some(Boolean))
      sessionStorage.setItem(keyOf(form, page, who), JSON.stringify(texts));
  };
}
