import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../server/platform/installation/paths.ts";
import { everybody, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { expect, test } from "./demoServer.ts";
import { emptied } from "./emptyForms.ts";
import { answerAs, visits } from "./forms.ts";

// A field is marked as required exactly where the form refuses to go without it.

/** The source files with a form that has fields. */
function filesWithForms(): string[] {
  const client = join(root, "client");
  return (readdirSync(client, { recursive: true }) as string[])
    .filter((file) => file.endsWith(".tsx") && file !== "ui/Form.tsx")
    .filter((file) => {
      const forms = readFileSync(join(client, file), "utf8").match(/<(Form|form)\b[^>]*/g) ?? [];
      return forms.some((form) => !form.includes("schema={noFields}"));
    });
}

test("every form is looked at", () => {
  const seen = new Set(visits.flatMap(({ shows }) => shows));
  expect([...seen].sort()).toEqual(filesWithForms().sort());
});

for (const who of everybody)
  test(`every field that may not be left empty says so, and no other, as ${who}`, async ({
    page,
    demo,
    refusals,
  }) => {
    test.slow();
    refusals.push(400, 401, 409);
    const ids = await enterDemo(page, demo, who);
    for (const { at, shows, overrides, open } of visits.filter((each) => each.who === who)) {
      await answerAs(page, overrides);
      // A change only after the # would not load a new page.
      await page.goto("about:blank");
      await page.goto(demo.url + withIds(at, ids));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await open?.(page);
      const forms = page
        .locator("dialog[open] form, body:not(:has(dialog[open])) form")
        .filter({ has: page.locator("[name], [type=file]") });
      await expect.soft(forms, at).toHaveCount(shows.length);
      for (const form of await forms.all()) {
        const { refused, required, isSent } = await emptied(form);
        expect.soft(required, at).toEqual(refused);
        expect.soft(isSent, `${at} could be sent once the missing was filled in`).toBe(true);
      }
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  });
