import { everybody, screens, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { emptied } from "./emptyForms.ts";
import { answerAs, type Visit, visits } from "./forms.ts";
import { expect, test } from "./test.ts";

// A field is marked as required exactly where the form refuses to go without it. Screens that are not
// in the list of forms must have none.

for (const who of everybody)
  test(`every field that may not be left empty says so, and no other, as ${who}`, async ({
    page,
    demo,
    refusals,
  }) => {
    test.slow();
    // 404: a field in which one chooses gets a person who does not exist.
    refusals.push(400, 401, 404, 409);
    const ids = await enterDemo(page, demo, who);
    // A field that was left with something typed would be open again at the next visit.
    await page.addInitScript(() => location.protocol === "about:" || sessionStorage.clear());
    const own = visits.filter((each) => each.who === who);
    const others = Object.keys(screens[who])
      .filter((at) => !own.some((each) => each.at === at))
      .map((at): Visit => ({ who, at, forms: 0 }));
    for (const { at, forms: count = 1, overrides, open } of [...own, ...others]) {
      await answerAs(page, overrides);
      // A change only after the # would not load a new page.
      await page.goto("about:blank");
      await page.goto(demo.url + withIds(at, ids));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await open?.(page);
      const forms = page
        .locator("dialog[open] form, body:not(:has(dialog[open])) form")
        .filter({ has: page.locator("[name], [type=file]") });
      await expect.soft(forms, at).toHaveCount(count);
      for (const form of await forms.all()) {
        const { refused, required, isSent } = await emptied(form);
        expect.soft(required, at).toEqual(refused);
        expect.soft(isSent, `${at} could be sent once the missing was filled in`).toBe(true);
      }
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  });
