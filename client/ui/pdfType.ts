import regular from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url";
import bold from "@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf?url";
import { jsPDF } from "jspdf";

export type Weight = "normal" | "bold";

/** Noto Sans can write everybody's name: other fonts lack ũ and ṱ. */
export async function newPdf(orientation: "portrait" | "landscape"): Promise<jsPDF> {
  const made = { unit: "mm", format: "a4", compress: true, putOnlyUsedFonts: true } as const;
  const pdf = new jsPDF(Object.assign({ orientation }, made));
  const faces: Record<Weight, string> = { normal: regular, bold };
  await Promise.all(
    Object.entries(faces).map(async ([weight, address]) => {
      pdf.addFileToVFS(weight, await bytesOf(address));
      pdf.addFont(weight, "Noto Sans", weight);
    }),
  );
  return pdf;
}

async function bytesOf(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

export function type(pdf: jsPDF, size: number, weight: Weight, colour: string): void {
  pdf.setFont("Noto Sans", weight).setFontSize(size).setTextColor(colour);
}

function isKnown(pdf: jsPDF, letter: string): boolean {
  const { metadata } = pdf.getFont();
  // The font has Devanagari, but jsPDF does not join its letters.
  if (letter.length > 1 || /\p{Script=Devanagari}/u.test(letter)) return false;
  return letter === "\n" || metadata.characterToGlyph(letter.charCodeAt(0)) > 0;
}

const seen = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\t\u00a0\u202f]/g, " ")
    .replace(unseen, "");

/** The text in characters the font has; every other character becomes one replacement sign. */
export const writable = (pdf: jsPDF, text: string): string =>
  [...seen(text)].map((letter) => (isKnown(pdf, letter) ? letter : "\ufffd")).join("");

export function missingLetters(pdf: jsPDF, texts: readonly string[]): string[] {
  type(pdf, 9, "normal", "#000");
  return [...new Set(texts.flatMap((text) => [...seen(text)]))].filter(
    (letter) => !isKnown(pdf, letter),
  );
}

/** Invisible characters: joiners, and variation selectors of emoji. */
const unseen = /\r|\p{Cf}|\p{Variation_Selector}/gu;

export const linesOf = (pdf: jsPDF, text: string, width: number): string[] =>
  writable(pdf, text)
    .split("\n")
    .flatMap((paragraph) => wrapped(pdf, paragraph, width));

/** Breaks between words and after hyphens, where jsPDF would break inside names. */
function wrapped(pdf: jsPDF, paragraph: string, width: number): string[] {
  const fits = (text: string) => pdf.getTextWidth(text.trimEnd()) <= width;
  const lines: string[] = [];
  let line = "";
  for (const part of paragraph.match(/[^ -]+[ -]?|[ -]/g) ?? []) {
    let rest = part;
    if (line && !fits(line + rest)) {
      lines.push(line.trimEnd());
      line = "";
    }
    while (!fits(rest)) {
      let end = 1;
      while (fits(rest.slice(0, end + 1))) end += 1;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    line += rest;
  }
  return [...lines, line.trimEnd()];
}
