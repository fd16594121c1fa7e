import { isUtf8 } from "node:buffer";
import { fileTypeFromBuffer } from "file-type";
import { csvError } from "./errors.ts";

/** Windows-1252 from 0x80, where Latin-1 has control characters. Node 20 lacks this table. */
const windows = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const fromWindows = (bytes: Buffer) =>
  bytes
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (each) => windows[each.charCodeAt(0) - 0x80] ?? each);

/** As a stream, because half a letter at the end is left out then. */
const fromUtf16 = (encoding: string, bytes: Buffer) =>
  new TextDecoder(encoding).decode(bytes, { stream: true });

/** Decodes text with a byte order mark, UTF-8, or Windows-1252 as Excel on Windows writes it. */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return fromUtf16("utf-16le", bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return fromUtf16("utf-16be", bytes);
  return (isUtf8(bytes) ? bytes.toString("utf8") : fromWindows(bytes)).replace(/^\ufeff/, "");
}

const spreadsheet = "This is a spreadsheet, not a CSV file. Open it and save it as CSV first.";

/** Files chosen by mistake, by MIME type of file-type, and what to do instead. */
const mistaken: readonly [RegExp, string][] = [
  [/spreadsheet|ms-excel|x-cfb|application\/zip/, spreadsheet],
  [/pdf/, "This is a PDF. Open the list it was made from and save that as CSV."],
  [/.*/, "This is not a text file. Save the list as CSV and choose that one."],
];

/** The share of control characters above which a file is not text. A few may be in cells. */
const mostControls = 0.05;
const controls = /(?![\t\n\r])\p{Cc}/gu;

/**
 * The text of a CSV file, saved as UTF-8, as UTF-16 with a byte order mark, or as Windows-1252.
 * @throws imports.empty; imports.not_text with what to do instead
 */
export async function textOf(bytes: Buffer): Promise<string> {
  const text = decoded(bytes);
  if (text.trim() === "") throw csvError("imports.empty", { field: "file" });
  const found = text.match(controls)?.length ?? 0;
  const isText = found <= text.length * mostControls && !/^%PDF-|^\{\\rtf/.test(text);
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text)) throw notText(spreadsheet);
  if (isText) return text;
  // Checked last, because a text may begin like a picture: a BMP begins with "BM".
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? "";
  throw notText(mistaken.find(([mime]) => mime.test(type))?.[1]);
}

const notText = (message = "") =>
  csvError("imports.not_text", { field: "file", ...(message && { message }) });
