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
