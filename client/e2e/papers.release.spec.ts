import type { Page } from "@playwright/test";
import { neighbour } from "./neighbour.ts";
import { type Piece, piecesOf } from "./pdfText.ts";
import { expect, test } from "./residentServer.ts";
import { savedBy } from "./test.ts";
import { person } from "./testServer.ts";

// The two PDF exports: compares what a reader finds in the file with what the screen shows.

const who = {
  ...person("Siobhán Ž.", "Ngũgĩ-Mudzunga ḽa Ṱhoho"),
  address: "14B",
  username: "siobhan",
  email: "siobhan@example.co.za",
};
const count = 64;
let siobhan: Awaited<ReturnType<typeof neighbour>>;
test.beforeAll(async ({ home }) => {
  siobhan = await neighbour(home.url, who);
  const set = (fineId: string, status: string) =>
    siobhan.admin("admin.fines.setStatus", { fineId, status });
  for (let number = 1; number <= count; number += 1) {
    const more = number % 9 ? "" : ", which was already asked for in writing twice".repeat(9);
    const id = await siobhan.fine(
      `Row ${number}${number === 10 ? " (balcony)" : more}`,
      number * 98_765,
    );
    if (number % 5 === 0) await set(id, "Paid");
    else if (number % 7 === 0) await set(id, "Pending...");
  }
});

/** @param lacked the letters that the PDF's font lacks, which is asked about first */
async function exported(page: Page, lacked = ""): Promise<Piece[]> {
  const { content } = await savedBy(page, async () => {
    await page.getByRole("button", { name: "Export as PDF" }).click();
    if (!lacked) return;
    const question = page.getByRole("alertdialog", { name: "The PDF lacks some letters" });
    await expect(question).toContainText(`It cannot write ${lacked}.`);
    await question.getByRole("button", { name: /^Save it with/ }).click();
  });
  await expect(page.getByText("Document saved successfully")).toBeVisible();
  return piecesOf(content);
}

const bare = (text: string) => text.replace(/\s/g, "");

/** The rows on the screen as text, from all pages, with dates as in print. */
async function rowsOnScreen(page: Page): Promise<string[][]> {
  await expect(page.getByRole("table")).toBeVisible();
  const rows = await page.evaluate(() => {
    // A button in a cell is for the screen only.
    const onPaper = (cell: Element) => {
      const words = cell.cloneNode(true) as Element;
      for (const hidden of words.querySelectorAll(".print\\:hidden")) hidden.remove();
      return words.querySelector("time")?.dataset.print ?? words.textContent ?? "";
    };
    return [...document.querySelectorAll("tbody tr")]
      .filter((row) => row.checkVisibility())
      .map((row) => [...row.querySelectorAll("td > span:last-child")].map(onPaper));
  });
  const next = page.getByRole("button", { name: "Next" });
  if ((await next.count()) === 0 || (await next.isDisabled())) return rows;
  // The pager shows the new page at once; its rows follow.
  const first = page.locator("tbody tr").first();
  const place = (await first.getAttribute("aria-rowindex")) ?? "";
  await next.click();
  await expect(first).not.toHaveAttribute("aria-rowindex", place);
  return [...rows, ...(await rowsOnScreen(page))];
}

/**
 * The rows of the PDF's table, without spaces: the text between the head and the foot of each page.
 * The columns `whole` never wrap: a line with all of them starts a row, a line with none continues
 * it, any other line is a total.
 */
function rowsOnPaper(pieces: Piece[], labels: string[], whole: string[]): string[][] {
  const rows: string[][] = [];
  for (let number = 1; number <= (pieces.at(-1)?.page ?? 0); number += 1) {
    const here = pieces.filter(({ page, y }) => page === number && y > 60);
    const head = labels.map((label) => here.filter(({ text }) => text === label));
    expect(head.map(({ length }) => length)).toEqual(labels.map(() => 1));
    const columns = head.flat();
    const under = Math.min(...columns.map(({ y }) => y)) - 1;
    const body = here.filter(({ y }) => y < under).sort((one, other) => other.y - one.y);
    for (const y of new Set(body.map((piece) => piece.y))) {
      const line = labels.map(() => "");
      for (const piece of body.filter((each) => each.y === y)) {
        const at = columns.findIndex(({ left, right }) => {
          return Math.abs(left - piece.left) < 1 || Math.abs(right - piece.right) < 1;
        });
        if (at >= 0) line[at] = bare(piece.text);
      }
      const filled = whole.filter((label) => line[labels.indexOf(label)]).length;
      const last = rows.at(-1);
      if (filled === whole.length) rows.push(line);
      else if (filled === 0 && last) for (const [at, text] of line.entries()) last[at] += text;
    }
  }
  return rows;
}

/** Every page must have its number and the total, and amounts that end at the same right edge. */
function expectPages(pieces: Piece[], atLeast: number) {
  const pages = pieces.at(-1)?.page ?? 0;
  expect(pages).toBeGreaterThanOrEqual(atLeast);
  const numbers = pieces.filter(({ text }) => /^Page \d/.test(text));
  expect(numbers.map(({ text, page }) => [text, page])).toEqual(
    Array.from({ length: pages }, (_, index) => [`Page ${index + 1} of ${pages}`, index + 1]),
  );
  const money = pieces.filter(({ text }) => /^R\d/.test(text) || text === "Amount Due");
  expect(new Set(money.map(({ right }) => Math.round(right))).size).toBeLessThanOrEqual(1);
}

const fines = ["Name", "RoomNo", "Reason for fine", "Amount Due", "Date Issued", "Status"];

test("a long statement of fines has its head on every page and every row of the screen once", async ({
  page,
}) => {
  await siobhan.enter(page, "/resident/reports/fines?sort=-amount");
  await expect(page.getByRole("columnheader")).toHaveText(fines);
  const pieces = await exported(page);
  const shown = await rowsOnScreen(page);
  expect(shown).toHaveLength(count);
  expect(rowsOnPaper(pieces, fines, ["Amount Due", "Date Issued"])).toEqual(
    shown.map((row) => row.map(bare)),
  );
  expectPages(pieces, 3);

  const words = pieces.map(({ text }) => text);
  // A double-barrelled name breaks after its hyphen, not inside a part.
  expect(words).toContain("Siobhán Ž. Ngũgĩ-");
  for (const expected of ["Protea Court", "Unit 14B", "Statement of fines"])
    expect(words).toContain(expected);
  expect(words).toContain(`${who.name} ${who.surname}`);
  expect(words.join(" ")).toMatch(/Period: \d{1,2} \w+ \d{4}/);
  const sum = (wanted?: string) =>
    shown
      .filter((row) => !wanted || row[5] === wanted)
      .reduce((all, row) => all + Number(row[3]?.replace(/[^\d]/g, "")), 0);
  const after = (label: string) => words[words.lastIndexOf(label) + 1]?.replace(/[^\d]/g, "");
  for (const status of ["Paid", "Pending..."]) expect(after(status), status).toBe(`${sum(status)}`);
  expect(after("Total")).toBe(`${sum()}`);
  expect(after("Still unpaid")).toBe(`${sum("Unpaid")}`);
});

test("a report of requests wraps what is long, over the end of a page too, and loses no letter", async ({
  page,
}) => {
  const line = "Ngũgĩ sê: the ‘geyser’ drips – a €5 part; ḽiṅwe ṱoḓa, Ελένη, Анна. ";
  const log = (description: string, date: string, maintenanceType = "Cleaning") =>
    siobhan.own("resident.maintenance.log", {
      description,
      date,
      maintenanceType,
      roomNumber: "14B",
    });
  await log(Array.from({ length: 110 }, (_, index) => `${index} drips`).join("\n"), "2026-03-05");
  await log(line.repeat(29).trim(), "2026-01-20", "Groundskeeping");
  await log(`Party \u{1f389} at 王's; a${"h".repeat(120)}!`, "2025-12-31");
  await siobhan.enter(page, "/resident/reports/maintenance");
  const columns = ["Type Of Maintenance", "Description", "Date Issued", "Status"];
  await expect(page.getByRole("columnheader")).toHaveText(columns);
  const pieces = await exported(page, "\u{1f389} 王");
  const shown = (await rowsOnScreen(page)).map((row) => row.map(bare));
  const written = rowsOnPaper(pieces, columns, ["Date Issued"]);
  expect(written).toEqual(
    // A character the font does not have becomes one replacement character.
    shown.map((row) => row.map((text) => text.replace(/[\u{1f389}王]/gu, "\ufffd"))),
  );
  expectPages(pieces, 3);
  const words = pieces.map(({ text }) => text);
  expect(words).toContain("Period: 31 December 2025 to 5 March 2026");
  expect(words).toContain("Requests: 3 open, 0 closed");
});
