/** @returns whether it worked; plain HTTP offers only the old way */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const here = document.activeElement;
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "fixed opacity-0";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (here instanceof HTMLElement) here.focus();
    return done;
  }
}
