import { neighbour } from "./neighbour.ts";
import { piecesOf } from "./pdfText.ts";
import { expect, test } from "./residentServer.ts";
import { savePdf } from "./test.ts";
import { person } from "./testServer.ts";

// A long PDF, as a reader finds it. client/ui/listPaper.test.ts compares its rows with the screen's.

const who = {
  ...person("Siobhán Ž.", "Ngũgĩ-Mudzunga ḽa Ṱhoho"),
  address: "14B",
  username: "siobhan",
  email: "siobhan@example.co.za",
};
const numbers = Array.from({ length: 64 }, (_, index) => index + 1);
const statusOf = (number: number) =>
  number % 5 === 0 ? "Paid" : number % 7 === 0 ? "Pending..." : "Unpaid";
const centsOf = (number: number) => number * 98_765;

test("a long statement of fines has its head on every page, every fine once, and adds up", async ({
  page,
  home,
}) => {
  const siobhan = await neighbour(home.url, who);
  for (const number of numbers) {
    const more = number % 9 ? "" : ", which was already asked for in writing twice".repeat(9);
    const fineId = await siobhan.fine(`Row ${number};${more}`, centsOf(number));
    const status = statusOf(number);
    if (status !== "Unpaid") await siobhan.admin("admin.fines.setStatus", { fineId, status });
  }
  await siobhan.enter(page, "/resident/reports/fines?sort=-amount");
  const labels = ["Name", "RoomNo", "Reason for fine", "Amount Due", "Date Issued", "Status"];
  await expect(page.getByRole("columnheader")).toHaveText(labels);
  const { name, content } = await savePdf(page);
  expect(name).toMatch(/^statement-of-fines-\d{4}-\d\d-\d\d\.pdf$/);
  const pieces = await piecesOf(content);
  const words = pieces.map(({ text }) => text);

  const pages = pieces.at(-1)?.page ?? 0;
  expect(pages).toBeGreaterThanOrEqual(3);
  for (let at = 1; at <= pages; at += 1) {
    const here = pieces.filter((piece) => piece.page === at).map(({ text }) => text);
    for (const label of [...labels, `Page ${at} of ${pages}`])
      expect(here.filter((text) => text === label)).toHaveLength(1);
  }
  const written = words.join("").matchAll(/Row\s?(\d+);/g);
  expect([...written].map(([, number]) => Number(number))).toEqual(numbers.toReversed());
  // Amounts end at the same right edge.
  const money = pieces.filter(({ text }) => /^R\d/.test(text) || text === "Amount Due");
  expect(new Set(money.map(({ right }) => Math.round(right))).size).toBe(1);

  // A double-barrelled name breaks after its hyphen, not inside a part.
  expect(words).toContain("Siobhán Ž. Ngũgĩ-");
  for (const expected of ["Protea Court", "Unit 14B", "Statement of fines"])
    expect(words).toContain(expected);
  expect(words).toContain(`${who.name} ${who.surname}`);
  expect(words.join(" ")).toMatch(/Period: \d{1,2} \w+ \d{4}/);
  const sum = (wanted?: string) =>
    numbers
      .filter((number) => !wanted || statusOf(number) === wanted)
      .reduce((all, number) => all + centsOf(number), 0);
  const after = (label: string) => words[words.lastIndexOf(label) + 1]?.replace(/[^\d]/g, "");
  for (const status of ["Paid", "Pending..."]) expect(after(status), status).toBe(`${sum(status)}`);
  expect(after("Total")).toBe(`${sum()}`);
  expect(after("Still unpaid")).toBe(`${sum("Unpaid")}`);
});
