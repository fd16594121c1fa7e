import type { jsPDF } from "jspdf";
import { formatRand } from "../../../server/platform/money/format.ts";
import type { Answers } from "../../trpc.ts";
import { sayLongDay, today } from "../../ui/days.ts";
import {
  across,
  ink,
  innerOf,
  letter,
  letterhead,
  rule,
  soft,
  writeLines,
} from "../../ui/pdfLetter.ts";
import { pictureForPaper } from "../../ui/pdfPicture.ts";
import { linesOf, missingLetters, newPdf, type, writable } from "../../ui/pdfType.ts";
import { counted } from "../../ui/plural.ts";
import { formatLetter, type LetterParts, tableRow } from "./reminderWords.ts";

export type Made = Answers["admin"]["reminders"]["make"];
type Letter = Made["letters"][number];

/** The beginning of each column of the table and its width, in mm. The amount ends at the margin. */
const columns = [
  [0, 26, "Reference"],
  [28, 62, "What for"],
  [92, 28, "Was due"],
  [122, 20, "Late"],
] as const;
const line = 5;
const bottom = letter.height - letter.foot;

/** The head of a letter, above its words. */
export const headOf = ({ building }: Made, to: Letter) => ({
  building,
  title: "A friendly reminder",
  date: sayLongDay(today()),
  addressee: [`${to.name} ${to.surname}`.trim(), to.sendTo],
  notes: [],
});

const textsOf = (made: Made, to: Letter, contact: string) => {
  const { building, addressee } = headOf(made, to);
  const { before, after } = formatLetter(made, to, contact);
  return [building, ...addressee, ...before, ...after, ...to.late.flatMap(tableRow)];
};

/**
 * Saves reminder letters as one PDF, each beginning on a page of its own.
 * @param mayLack is asked whether to save it, with the letters that its font lacks
 * @returns whether it was saved
 */
export async function saveReminders(
  made: Made,
  contact: string,
  mayLack: (letters: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  const [pdf, picture] = await Promise.all([newPdf("portrait"), pictureForPaper()]);
  const texts = made.letters.flatMap((each) => textsOf(made, each, contact));
  if (!(await mayLack(missingLetters(pdf, texts)))) return false;
  pdf.setProperties({ title: `Reminder letters, ${made.building}`, creator: "Stoep" });
  pdf.setLanguage("en-ZA");
  for (const [index, each] of made.letters.entries()) {
    if (index > 0) pdf.addPage();
    write(pdf, { ...made, picture }, each, contact);
    // Other work on the page goes on between two letters.
    await new Promise((resolve) => setTimeout(resolve));
  }
  await pdf.save(fileNameFor(made), { returnPromise: true });
  return true;
}

const fileNameFor = ({ letters: [first, ...others] }: Made) =>
  others.length === 0
    ? `reminder ${first?.name ?? ""} ${first?.surname ?? ""}.pdf`.replace(
        /(?<!\s)\s+\.pdf$/,
        ".pdf",
      )
    : "reminder letters.pdf";

interface Sender extends Made {
  picture: Uint8Array | undefined;
}

function write(pdf: jsPDF, made: Sender, to: Letter, contact: string) {
  const words = formatLetter(made, to, contact);
  const head = { ...headOf(made, to), picture: made.picture };
  let y = letterhead(pdf, letter, head) + 4;
  y = paragraphs(pdf, words.before, y);
  y = table(pdf, to, y + 1);
  paragraphs(pdf, words.after, y + 7);
}

/** Begins a new page if there is no room for so many mm. */
function room(pdf: jsPDF, y: number, height: number): number {
  if (y + height <= bottom) return y;
  pdf.addPage();
  return letter.margin + 6;
}

function paragraphs(pdf: jsPDF, parts: LetterParts["before"], from: number): number {
  let y = from;
  for (const text of parts) {
    type(pdf, 10.5, "normal", ink);
    y = room(pdf, y, linesOf(pdf, text, innerOf(letter)).length * line);
    y = writeLines(pdf, letter, text, y, line) + 2.5;
  }
  return y;
}

function table(pdf: jsPDF, { late, owedCents }: Letter, from: number): number {
  const left = letter.margin;
  const right = left + innerOf(letter);
  type(pdf, 8.5, "bold", soft);
  for (const [x, , label] of columns) pdf.text(label, left + x, from);
  pdf.text("Amount", right, from, { align: "right" });
  across(pdf, letter, from + 2, soft, 0.3);
  let y = from + 7;
  for (const fine of late) {
    type(pdf, 9.5, "normal", ink);
    const cells = tableRow(fine).map((text, index) =>
      linesOf(pdf, text, columns[index]?.[1] ?? 20),
    );
    const height = Math.max(...cells.map(({ length }) => length)) * line;
    y = room(pdf, y, height);
    for (const [index, lines] of cells.entries())
      lines.forEach((text, at) => {
        pdf.text(text, left + (columns[index]?.[0] ?? 0), y + at * line);
      });
    pdf.text(writable(pdf, formatRand(fine.amountCents)), right, y, { align: "right" });
    y += height;
    across(pdf, letter, y - 3, rule, 0.15);
    y += 2;
  }
  type(pdf, 10.5, "bold", ink);
  y = room(pdf, y + 2, line);
  pdf.text(counted(late.length, "fine"), left, y);
  pdf.text(writable(pdf, formatRand(owedCents)), right, y, { align: "right" });
  return y;
}
