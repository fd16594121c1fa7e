import type { Locator, Page } from "@playwright/test";
import { type Who, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { type AnswerOverrides, answerAs, data } from "./forms.ts";
import { expect, test } from "./test.ts";

// When the device forces its own colours, people must still see what is chosen.

const desk = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

interface Choice {
  what: string;
  who: Who;
  size?: typeof desk;
  find: (page: Page) => Locator;
  /** The address where it is chosen, and one where it is not. */
  at: readonly [chosen: string, not: string];
  /** Brings it onto the screen. */
  open?: (page: Page) => Promise<unknown>;
  /** Chooses it, where an address cannot. */
  choose?: (it: Locator) => Promise<unknown>;
  overrides?: AnswerOverrides;
  /** Additional responses of the server where it is chosen. */
  chosenOverrides?: AnswerOverrides;
}

const fine = "/admin/fines/$fineId/update";
const link = `/link#${"a".repeat(43)}`;
const issues = "/staff/allmaintenanceissues";

const choices: readonly Choice[] = [
  {
    what: "the page of a phone's bar",
    who: "staff",
    size: phone,
    find: (page) => page.locator("nav:visible").getByRole("link", { name: "Profile" }),
    at: ["/staff/staffprofile", issues],
  },
  {
    what: "a phone's menu, for a page that is in it",
    who: "admin",
    size: phone,
    find: (page) => page.getByRole("button", { name: "Menu" }),
    at: ["/admin/units", "/admin/dashboard"],
  },
  {
    what: "a tab",
    who: "resident",
    find: (page) => page.getByRole("tab", { name: "View Signed In Visitors" }),
    at: ["/resident/vistors?tab=in", "/resident/vistors"],
  },
  {
    what: "a switch",
    who: "staff",
    find: (page) => page.getByRole("switch"),
    at: [`${issues}?type=mine`, issues],
  },
  {
    what: "a heading that sorts down, and not up",
    who: "admin",
    find: (page) => page.getByRole("columnheader", { name: "Amount" }),
    at: ["/admin/fines?sort=-amount", "/admin/fines?sort=amount"],
  },
  {
    what: "a fine's status",
    who: "admin",
    find: (page) => page.getByRole("button", { name: "Pending" }),
    at: [fine, fine],
    overrides: { "admin.fines.one": data({ status: "Unpaid" }) },
    chosenOverrides: { "admin.fines.one": data({ status: "Pending..." }) },
  },
  {
    what: "a select",
    who: "admin",
    find: (page) => page.getByLabel("What happened"),
    at: ["/admin/audit?action=fines.issue", "/admin/audit"],
  },
  {
    what: "a box that is ticked",
    who: "nobody",
    find: (page) => page.getByRole("checkbox"),
    at: [link, link],
    choose: (it) => it.click(),
    overrides: { "public.links.look": data({ purpose: "reset", name: "Anele", passkeys: 1 }) },
  },
  {
    what: "an entry of a menu that the keyboard is on",
    who: "admin",
    find: (page) => page.getByRole("menuitem").last(),
    at: ["/admin/fines", "/admin/fines"],
    open: (page) => page.getByRole("button", { name: "Export CSV" }).click(),
    choose: (it) => it.press("End"),
  },
];

const nothing: NonNullable<Choice["choose"]> = async () => {};

/** A screenshot of it, at rest. */
async function lookOf(page: Page, address: string, { find, open }: Choice, choose = nothing) {
  // A change only after the # would not load a new page.
  await page.goto("about:blank");
  await page.goto(address);
  await open?.(page);
  const it = find(page);
  await choose(it);
  await page.mouse.move(0, 0);
  return (await it.screenshot()).toString("base64");
}

/** How many pixels of two pictures have visibly different colours. */
const differences = (page: Page, pictures: readonly string[]) =>
  page.evaluate(async (both) => {
    const [one = [], other = []] = await Promise.all(
      both.map(async (base64) => {
        const png = await fetch(`data:image/png;base64,${base64}`);
        const drawn = await createImageBitmap(await png.blob());
        const canvas = new OffscreenCanvas(drawn.width, drawn.height);
        const pen = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
        pen.drawImage(drawn, 0, 0);
        return pen.getImageData(0, 0, drawn.width, drawn.height).data;
      }),
    );
    const seen = new Set<number>();
    for (let at = 0; at < Math.max(one.length, other.length); at += 1)
      if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 96) seen.add(at >> 2);
    return seen.size;
  }, pictures);

test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

for (const choice of choices)
  test(`in forced colours one sees the choice of ${choice.what}`, async ({ page, demo }) => {
    await page.setViewportSize(choice.size ?? desk);
    const ids = await enterDemo(page, demo, choice.who);
    const [chosen, not] = choice.at.map((path) => demo.url + withIds(path, ids));
    await answerAs(page, choice.overrides);
    const plain = await lookOf(page, `${not}`, choice);
    await answerAs(page, choice.chosenOverrides);
    const marked = await lookOf(page, `${chosen}`, choice, choice.choose);
    // On this page the content security policy does not block data: URLs.
    await page.goto("about:blank");
    expect(await differences(page, [plain, plain])).toBe(0);
    expect(await differences(page, [plain, marked])).toBeGreaterThan(30);
  });
