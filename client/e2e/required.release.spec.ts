import { everybody, pathOf, screens, sourceOf, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { emptied } from "./emptyForms.ts";
import { answerAs, type Visit, visits } from "./forms.ts";
import { expect, test } from "./test.ts";

// A field is marked as required exactly where the form refuses to go without it. A screen that has a
// form in its source must show one: as it is, or at one of the visits in the list.

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
    const plain = Object.keys(screens[who]).map((at): Visit => ({ at, forms: "any" }));
    const withForm = new Set<string>();
    for (const { at, forms: count = 1, overrides, open } of [...plain, ...visits[who]]) {
      await answerAs(page, overrides);
      // A change only after the # would not load a new page.
      await page.goto("about:blank");
      await page.goto(demo.url + withIds(at, ids));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await open?.(page);
      const forms = page
        .locator("dialog[open] form, body:not(:has(dialog[open])) form")
        .filter({ visible: true })
        .filter({ has: page.locator("[name], [type=file]") })
        // The gate's form lets in once a code is typed, and before looks into the lists below it.
        .filter({ hasNot: page.locator("[type=submit]:disabled") });
      if (count === "any") await page.waitForLoadState("networkidle");
      else await expect.soft(forms, at).toHaveCount(count);
      for (const form of await forms.all()) {
        withForm.add(pathOf(at));
        const { refused, required, isSent } = await emptied(form);
        expect.soft(required, at).toEqual(refused);
        expect.soft(isSent, `${at} could be sent once the missing was filled in`).toBe(true);
      }
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    const paths = new Set(Object.keys(screens[who]).map(pathOf));
    const unseen = [...paths].filter((at) => !withForm.has(at) && /<\w*form\b/i.test(sourceOf(at)));
    expect(unseen, "whose form no visit shows").toEqual([]);
  });
