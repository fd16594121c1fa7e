import type { Page } from "@playwright/test";
import { attachmentKinds } from "../../server/features/attachments/schema.ts";
import { neighbour } from "./neighbour.ts";
import { heic, lyingOnItsSide, picture, stored } from "./pictures.ts";
import { expect, test } from "./residentServer.ts";
import { person } from "./testServer.ts";

const { maxBytes } = attachmentKinds.proofs;

// The files that a resident sends as proof of payment.

let ayanda: Awaited<ReturnType<typeof neighbour>>;
test.beforeAll(async ({ home }) => {
  ayanda = await neighbour(home.url, { ...person("Ayanda", "Zulu"), address: "Unit 3" });
});

/** Opens the page of a new fine where its proof is sent. */
async function toPay(page: Page): Promise<string> {
  const fineId = await ayanda.fine("April");
  await ayanda.enter(page, `/resident/reports/fines/payment-upload?fineId=${fineId}`);
  await expect(page.getByRole("heading", { name: "Payment proofs" })).toBeVisible();
  return fineId;
}

const choose = (page: Page, files: Record<string, Buffer>) => {
  const types: Record<string, string> = {
    jpg: "image/jpeg",
    txt: "text/plain",
    pdf: "application/pdf",
  };
  return page.getByLabel("Proof of payment").setInputFiles(
    Object.entries(files).map(([name, buffer]) => {
      const ending = name.split(".").at(-1) ?? "";
      return { name, mimeType: types[ending] ?? `image/${ending}`, buffer };
    }),
    // Ten megabytes and more go to the browser as text.
    { timeout: 60_000 },
  );
};
const upload = (page: Page) => page.getByRole("button", { name: "Upload file" }).click();
const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Chosen files" }).getByRole("listitem").filter({ hasText: name });
const proofs = (page: Page) => page.locator("a[download]");
const near = (colour: number[], wanted: number[]) =>
  colour.every((part, index) => Math.abs(part - (wanted[index] ?? 0)) < 40);

test("a picture over the limit is turned the right way and made smaller, white where it is see-through", {
  tag: "@release",
}, async ({ page }) => {
  await toPay(page);
  const jpeg = { type: "image/jpeg", quality: 1, mark: "#f00" } as const;
  const photo = await picture(page, { ...jpeg, width: 4032, height: 3024, noise: 1100 });
  const heavy = {
    "heavy.jpg": lyingOnItsSide(photo),
    "slip.png": await picture(page, { width: 5000, height: 3000, noise: 750 }),
    // A screenshot of a long page: narrow, but over the limit.
    "long.png": await picture(page, { width: 900, height: 7000, noise: 4200 }),
  };
  for (const { length } of Object.values(heavy)) expect(length).toBeGreaterThan(maxBytes);
  const light = lyingOnItsSide(await picture(page, { ...jpeg, width: 800, height: 600 }));
  await choose(page, { ...heavy, "light.jpg": light });
  await upload(page);
  // A busy machine takes its time to make them smaller.
  const done = page.getByText("4 files are with the admins.");
  await expect(done).toBeVisible({ timeout: 60_000 });

  const sent = await stored(page, "heavy.jpg");
  expect(sent.size).toBeLessThanOrEqual(maxBytes);
  expect(sent.bytes.includes("Exif")).toBe(false);
  // Upright and legible: a bank slip needs about 2,000 pixels.
  expect(sent.height).toBeGreaterThan(sent.width);
  expect(sent.height).toBeGreaterThanOrEqual(2000);
  expect(near(sent.upperRight, [255, 0, 0]), `${sent.upperRight}`).toBe(true);
  expect(near(sent.upperLeft, [255, 0, 0]), `${sent.upperLeft}`).toBe(false);
  const saved = await stored(page, "light.jpg");
  // The whole note: three letters alone are in some pictures by chance.
  expect(saved.bytes.includes("GPS 33.9S")).toBe(false);
  expect([saved.width, saved.height]).toEqual([600, 800]);
  expect(near(saved.upperRight, [255, 0, 0])).toBe(true);
  const slip = await stored(page, "slip.jpg");
  expect(slip.type).toBe("image/jpeg");
  expect(near(slip.upperLeft, [255, 255, 255]), `${slip.upperLeft}`).toBe(true);
  expect(slip.width).toBeGreaterThanOrEqual(2000);
  expect(slip).toMatchObject({ height: Math.round((slip.width / 5000) * 3000) });
  expect(await stored(page, "long.jpg")).toMatchObject({ width: 900, height: 7000 });
});

test("what cannot be sent says why at the file, and the others go", { tag: "@release" }, async ({
  page,
}) => {
  await toPay(page);
  const photo = heic(40_000);
  const heavy = (begin: string) =>
    Buffer.concat([Buffer.from(begin, "latin1"), Buffer.alloc(maxBytes)]);
  await choose(page, {
    [`${"long".repeat(60)} notes.txt`]: Buffer.from("no"),
    "heavy.pdf": heavy("%PDF-1.7\n"),
    "heavy.heic": heic(maxBytes + 1),
    "broken.png": heavy("\x89PNG\r\n\x1a\n"),
    "photo.heic": photo,
  });
  await expect(row(page, "notes.txt")).toContainText("not a PDF, JPEG, PNG, WebP or HEIC");
  const overhang = () => document.documentElement.scrollWidth - innerWidth;
  expect(await page.evaluate(overhang)).toBeLessThanOrEqual(0);
  await expect(row(page, "heavy.pdf")).toContainText("larger than 10 MB. Choose a smaller one.");
  await upload(page);
  await expect(page.getByText("The file is with the admins.")).toBeVisible();
  await expect(row(page, "heavy.heic")).toContainText(/HEIC photo .* save it as JPEG first/);
  await expect(row(page, "broken.png")).toContainText("This picture is broken.");
  await expect(row(page, "photo.heic")).toContainText("Sent");
  await expect(proofs(page)).toHaveText(["photo.heic"]);
  expect((await stored(page, "photo.heic")).bytes.equals(photo)).toBe(true);
  // Nothing is left to send, so nothing is sent twice.
  await upload(page);
  await expect(page.getByText("Choose a file first.")).toBeVisible();
});

test.describe("a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("takes photos one after the other, all of the same name", async ({ page }) => {
    await toPay(page);
    await expect(page.getByText("Take a photo")).toBeVisible();
    for (const width of [90, 120]) {
      const buffer = await picture(page, { width, height: 60, type: "image/jpeg" });
      const photo = { name: "image.jpg", mimeType: "image/jpeg", buffer };
      await page.locator("input[capture]").setInputFiles(photo);
    }
    await upload(page);
    await expect(page.getByText("2 files are with the admins.")).toBeVisible();
    await expect(proofs(page)).toHaveText(["image.jpg", "image.jpg"]);
  });
});

test("a proof that carries a script is only ever saved: opened, framed or shown, nothing of it runs", async ({
  page,
  home,
  refusals,
}) => {
  const fineId = await toPay(page);
  const script = `<script>document.title = "it ran"; parent.document.title = "it ran"</script>`;
  const send = (name: string, content: string) =>
    page.request.post(`${home.url}/api/property/resident/fines/${fineId}/payment-proof`, {
      multipart: { file: { name, mimeType: "text/html", buffer: Buffer.from(content) } },
    });
  for (const content of [
    `<!doctype html>${script}`,
    `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
  ])
    expect((await send("proof.html", content)).status()).toBe(415);
  const sent = await send("proof.html", `%PDF-1.4\n<html>${script}</html>`);
  expect(sent.status()).toBe(200);
  const address = `${home.url}/api/property/payment-proofs/${(await sent.json()).id}/file`;

  const saved = page.waitForEvent("download");
  await page.goto(address).catch(() => undefined);
  expect((await saved).suggestedFilename()).toBe("proof.pdf");
  // The content security policy blocks the following, and the console reports it.
  refusals.push("frame", "object", "Refused", "violates", "ERR_BLOCKED");
  await page.evaluate((src) => {
    for (const [name, where] of [
      ["iframe", "src"],
      ["embed", "src"],
      ["object", "data"],
      ["img", "src"],
    ] as const) {
      const shown = document.createElement(name);
      shown.setAttribute(where, src);
      document.body.append(shown);
    }
  }, address);
  await page.waitForLoadState("networkidle");
  expect(await page.title()).not.toContain("it ran");
  expect(page.frames().filter((frame) => frame.url().includes(address))).toEqual([]);
});
