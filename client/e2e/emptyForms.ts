import type { Locator } from "@playwright/test";

/** The refusals of an empty form and what it says is needed, by field name. */
interface Answered {
  refused: string[];
  required: string[];
  /** Whether the form reached the server with everything else empty. */
  isSent: boolean;
}

/**
 * Empties a form and submits it to the real server. Then fills in the refused fields and submits
 * again, because some fields are missed only when the others are there; the second request is
 * blocked, so that nothing changes.
 */
export const emptied = (form: Locator): Promise<Answered> => form.evaluate(emptyAndSend);

/** Runs in the page. */
async function emptyAndSend(element: Element): Promise<Answered> {
  const form = element as HTMLFormElement;
  type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const controls = () =>
    [...form.elements].filter(
      (each): each is Control =>
        each.matches("input:not([type=checkbox]), select, textarea") &&
        each.checkVisibility() &&
        !(each as HTMLInputElement).readOnly,
    );
  const nameOf = ({ name, id }: Control) => name || id;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const put = async (control: Control, value: string) => {
    if (control.role === "combobox" && value) {
      // The chosen value is in the field beside it that the form sends.
      const chosen =
        control.parentElement?.parentElement?.querySelector<HTMLInputElement>("input[data-label]");
      if (chosen) chosen.value = value;
    }
    if (control.type !== "file") control.value = value;
    else if (value) {
      const chosen = new DataTransfer();
      chosen.items.add(new File(["%PDF-1.7"], value, { type: "application/pdf" }));
      (control as HTMLInputElement).files = chosen.files;
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
    control.dispatchEvent(new Event("input", { bubbles: true }));
    await nextFrame();
    await nextFrame();
  };

  const valueFor = (control: Control): string => {
    if (control instanceof HTMLSelectElement) return [...control.options].at(-1)?.value ?? "";
    const confirmed = /^Type (.*) to confirm$/.exec(control.labels?.[0]?.textContent ?? "")?.[1];
    const byName: Record<string, string> = {
      code: "123456",
      token: "K7QM-4XPD-9RTW",
      currentPassword: "a bench by the door",
      newRole: "Staff",
      // A night after the first day.
      leaveDate: "2099-02-01",
      ...(confirmed && { [control.name]: confirmed }),
    };
    const byType: Record<string, string> = {
      date: "2099-01-31",
      email: "anele@example.co.za",
      file: "proof.pdf",
      password: "a stoep in the sun",
      tel: "082 123 4567",
    };
    const isFigure = control.inputMode === "decimal" || control.inputMode === "numeric";
    return byName[control.name] ?? byType[control.type] ?? (isFigure ? "12" : "Anele");
  };

  const { fetch } = window;
  let isFirst = true;
  let isSent = false;
  window.fetch = async (address, init) => {
    if (init?.method !== "POST") return fetch(address, init);
    if (isFirst) {
      const answer = await fetch(address, init);
      isSent = answer.ok;
      return answer;
    }
    isSent = true;
    const data = { reason: { code: "test" } };
    return Response.json({ error: { message: "Not now", code: -32_600, data } });
  };
  XMLHttpRequest.prototype.send = () => {
    isSent = true;
  };

  const refused = new Set<string>();
  const required = new Set<string>();
  for (const control of controls()) await put(control, "");
  for (let wasRefused = true; wasRefused; ) {
    const empty = controls().filter(({ value }) => value === "");
    for (const each of controls())
      if (each.required || each.ariaRequired === "true") required.add(nameOf(each));
    form.requestSubmit();
    // It ends as soon as the form has answered; a busy machine takes long to fetch what checks it.
    const until = Date.now() + 30_000;
    // What was filled in may still be marked from the round before, until the form has checked it.
    const missed = () => empty.filter((each) => each.ariaInvalid === "true");
    while (missed().length === 0 && !isSent && form.isConnected && Date.now() < until)
      await nextFrame();
    const toFill = missed();
    for (const each of toFill) {
      refused.add(nameOf(each));
      await put(each, valueFor(each));
    }
    wasRefused = toFill.length > 0;
    isFirst = false;
  }
  window.fetch = fetch;
  return { refused: [...refused].sort(), required: [...required].sort(), isSent };
}
