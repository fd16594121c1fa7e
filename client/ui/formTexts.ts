/** The values of a form's fields by name, without passwords, ID numbers and files. */
export function textsIn(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    const control = form.elements.namedItem(name);
    const secret = control instanceof HTMLInputElement && control.dataset.secret !== undefined;
    if (typeof value === "string" && !secret) texts[name] = value;
  }
  return texts;
}
