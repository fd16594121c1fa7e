import { expect } from "@playwright/test";
import type { Browser } from "./browser.ts";
import { focusedName, pointOf, type Role, roles, setAt } from "./find.ts";

/** The actions of a person in a window, by what is written there. */
export function personAt(browser: Browser) {
  const { run } = browser;
  const words = () => run(() => document.body.innerText.replace(/\s+/g, " "));
  const path = async () => (await browser.address()).replace(/^\w+:\/\/[^/]+/, "");

  /** Waits until an element is there, stays in its place and has nothing over it. */
  async function placeOf(selector: string, name: string | null) {
    let [before, now] = ["", ""];
    const settles = async () => {
      [before, now] = [now, JSON.stringify(await run(pointOf, selector, name))];
      return now !== "null" && now === before;
    };
    await expect.poll(settles, { message: `${selector} “${name}” is there` }).toBe(true);
    return JSON.parse(now) as { x: number; y: number };
  }

  const place = (role: Role, name: string) => placeOf(roles[role], name);

  async function pressOn(selector: string, name: string | null = null) {
    const { x, y } = await placeOf(selector, name);
    await browser.pressAt(x, y);
  }
  const press = (role: Role, name: string) => pressOn(roles[role], name);

  return {
    goTo: browser.goTo,
    run,
    place,
    press,
    pressOn,
    key: browser.press,
    type: browser.type,
    attach: browser.attach,
    resize: browser.resize,
    picture: browser.picture,
    /** Replaces the text of a field by typing. */
    fill: (label: string, text: string) =>
      // A page that has just opened may take the focus once more.
      expect(async () => {
        await press("field", label);
        await browser.press("Control+A");
        await browser.type(text);
        expect(await run(() => (document.activeElement as HTMLInputElement).value)).toBe(text);
      }).toPass({ timeout: 15_000 }),
    /** Sets a select or a date, because no driver can press in their own windows. */
    choose: async (label: string, value: string) => {
      const { x, y } = await place("field", label);
      expect(await run(setAt, x, y, value)).toBe(value);
    },
    /** Presses Tab until something with this name has the focus. */
    tabTo: (name: string) =>
      expect(async () => {
        await browser.press("Tab");
        expect(await run(focusedName)).toBe(name);
      }).toPass({ intervals: [0], timeout: 15_000 }),
    /** Waits until the window is at an address without the server's part. */
    isAt: (wanted: string | RegExp) =>
      typeof wanted === "string"
        ? expect.poll(path).toBe(wanted)
        : expect.poll(path).toMatch(wanted),
    reads: (wanted: string | RegExp) => expect.poll(words).toMatch(wanted),
    readsNot: (wanted: string) => expect.poll(words).not.toContain(wanted),
  };
}

export type Person = ReturnType<typeof personAt>;
