/**
 * The text of a PDF as jsPDF writes it: uncompressed, one `(…) Tj` per line, Western letters.
 * Answers the lines in the order they are drawn.
 */
export function linesOf(pdf: Buffer): string[] {
  const shown = pdf.toString("latin1").matchAll(/\(((?:\\.|[^\\()])*)\)\s*(?:Tj|')/g);
  return [...shown].map(([, text = ""]) => text.replace(/\\(.)/g, "$1"));
}
