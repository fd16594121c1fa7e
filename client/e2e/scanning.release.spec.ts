import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import encodeQR from "qr";
import { enterAs, neighbour } from "./neighbour.ts";
import config from "./playwright.config.ts";
import { expect, test } from "./test.ts";
import { day, moveIn, person } from "./testServer.ts";

const folder = mkdtempSync(join(tmpdir(), "stoep-camera-"));
const film = join(folder, "film.y4m");
const launch = config.use?.launchOptions;
const camera = [
  ...["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
  `--use-file-for-fake-video-capture=${film}`,
];

test.use({ launchOptions: { ...launch, args: [...(launch?.args ?? []), ...camera] } });
test.afterAll(() => rmSync(folder, { recursive: true }));

const [width, height] = [640, 480];

/** What the camera sees: the QR code of a text, on white, as an uncompressed film of one picture. */
function show(text: string): void {
  const cells = encodeQR(text, "raw", { border: 4 });
  const cell = Math.floor(height / cells.length);
  const light = Buffer.alloc(width * height, 235);
  for (const [row, line] of cells.entries())
    for (const [column, isDark] of line.entries())
      for (let y = row * cell; isDark && y < (row + 1) * cell; y += 1)
        light.fill(16, y * width + column * cell, y * width + (column + 1) * cell);
  const grey = Buffer.alloc((width * height) / 2, 128);
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\nFRAME\n`;
  // At once, because the camera may be reading it.
  writeFileSync(`${film}.new`, Buffer.concat([Buffer.from(head), light, grey]));
  renameSync(`${film}.new`, film);
}

test("the guard scans a visitor's picture, and the visitor is in", async ({
  page,
  server,
  refusals,
}) => {
  // Chromium's advice on how the library reads the frames.
  refusals.push("willReadFrequently");
  const { own } = await neighbour(server.url, {
    ...person("Nontobeko", "Sithole"),
    address: "Unit 23",
  });
  const visitor = { from: day(0), until: day(0), visitorName: "Naledi Maluleke" };
  const visit = await own("resident.expectedVisits.announce", visitor);
  const guard = { ...person("Sandile", "Khoza"), role: "Staff", maintenanceType: "Security" };
  await moveIn(server.url, guard);
  await enterAs(page, server.url, guard, "/staff/gate");

  show("https://example.com/menu");
  await page.getByRole("button", { name: "Scan a code" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toHaveText(/This is not a code for the gate/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  // A camera that is still closing would go on with the picture before.
  await page.reload();
  show(visit.code);
  await page.getByRole("button", { name: "Scan a code" }).click();
  await expect(page.getByText("Valid. Naledi Maluleke is in, for Unit 23.")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("without a camera it says so, and the digits can be typed", async ({ page, server }) => {
  const guard = { ...person("Sanele", "Khoza"), role: "Staff", maintenanceType: "Security" };
  await moveIn(server.url, guard);
  await page.addInitScript(() => {
    // The empty page before has none.
    if (navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error("Denied"));
  });
  await enterAs(page, server.url, guard, "/staff/gate");
  await page.getByRole("button", { name: "Scan a code" }).click();
  await expect(page.getByRole("alert")).toHaveText(/Allow it in the browser's settings/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Code, name or unit")).toBeVisible();
});
