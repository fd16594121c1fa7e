import type { jsPDF } from "jspdf";
import { linesOf, type } from "./pdfType.ts";

export interface Letter {
  building: string;
  title: string;
  picture?: Uint8Array | undefined;
  date: string;
  /** The recipient: name, then unit. Empty lines are left out. */
  addressee: string[];
  /** Below the title: the period, and what else people need to know about the rows. */
  notes: string[];
}

export interface Layout {
  width: number;
  height: number;
  margin: number;
  foot: number;
  /** The line height in a cell, and the distance from a row's rule to its first line. */
  line: number;
  above: number;
  gap: number;
  head: number;
  row: number;
}

export const letter: Layout = {
  width: 210,
  height: 297,
  margin: 20,
  foot: 25,
  line: 4.8,
  above: 2.2,
  gap: 4,
  head: 8.5,
  row: 9,
};
export const register: Layout = {
  width: 297,
  height: 210,
  margin: 12,
  foot: 16,
  line: 3.2,
  above: 1.1,
  gap: 3,
  head: 7.5,
  row: 7.5,
};
const rightOf = ({ width, margin }: Layout) => width - margin;
export const innerOf = ({ width, margin }: Layout) => width - 2 * margin;

export const ink = "#2a221d";
export const soft = "#5e5249";
const clay = "#9c4126";
export const rule = "#dccfba";

const pictureSide = 12;

/** @returns where the table begins, in mm */
export function letterhead(pdf: jsPDF, layout: Layout, paper: Letter): number {
  const { building, picture, date, title, addressee, notes } = paper;
  const { margin } = layout;
  if (picture) {
    const left = rightOf(layout) - pictureSide;
    pdf.addImage(picture, "JPEG", left, margin - 5, pictureSide, pictureSide);
  }
  type(pdf, 17, "bold", clay);
  let y = writeLines(pdf, layout, building, margin + 6, 7, picture ? pictureSide + layout.gap : 0);
  type(pdf, 9, "normal", soft);
  pdf.text("Body corporate", margin, y - 1.5);
  pdf.text(date, rightOf(layout), y - 1.5, { align: "right" });
  across(pdf, layout, y + 2, clay, 0.5);
  type(pdf, 10, "normal", ink);
  y = writeLines(pdf, layout, addressee.filter(Boolean).join("\n"), y + 12, 5);
  type(pdf, 14, "bold", ink);
  y = writeLines(pdf, layout, title, y + 9, 6);
  type(pdf, 9.5, "normal", soft);
  return writeLines(pdf, layout, notes.join("\n"), y, 4.8) + 2.5;
}

/** @returns where the next line would be, in mm; `free` mm stay free at the right */
export function writeLines(
  pdf: jsPDF,
  layout: Layout,
  text: string,
  y: number,
  height: number,
  free = 0,
): number {
  const lines = linesOf(pdf, text, innerOf(layout) - free);
  for (const [index, each] of lines.entries()) pdf.text(each, layout.margin, y + index * height);
  return y + lines.length * height;
}

const across = (pdf: jsPDF, layout: Layout, y: number, colour: string, width: number) =>
  pdf.setDrawColor(colour).setLineWidth(width).line(layout.margin, y, rightOf(layout), y);

/** @param first the page on which the letter begins */
export function footers(pdf: jsPDF, layout: Layout, { building, title }: Letter, first = 1) {
  const pages = pdf.getNumberOfPages() - first + 1;
  const y = layout.height - layout.foot / 2;
  for (let number = 1; number <= pages; number += 1) {
    pdf.setPage(first + number - 1);
    type(pdf, 8, "normal", soft);
    const [name = "", more] = linesOf(pdf, `${title} \u00b7 ${building}`, innerOf(layout) - 35);
    pdf.text(more ? `${name} \u2026` : name, layout.margin, y);
    pdf.text(`Page ${number} of ${pages}`, rightOf(layout), y, { align: "right" });
  }
}
