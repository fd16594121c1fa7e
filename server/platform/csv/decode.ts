import { isUtf8 } from "node:buffer";
import { fileTypeFromBuffer } from "file-type";
import { csvError } from "./errors.ts";
import { fromOneByte } from "./oneByte.ts";

/** As a stream, because half a letter at the end is left out then. */
const fromUtf16 = (encoding: string, bytes: Buffer) =>
  new TextDecoder(encoding).decode(bytes, { stream: true });

function decoded(bytes: Buffer): ReturnType<typeof fromOneByte> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: fromUtf16("utf-16le", bytes), isMac: false };
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: fromUtf16("utf-16be", bytes), isMac: false };
  if (!isUtf8(bytes)) return fromOneByte(bytes);
  return { text: bytes.toString("utf8").replace(/^\ufeff/, ""), isMac: false };
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

/** @throws imports.empty; imports.not_text with what to do instead */
export async function textOf(bytes: Buffer) {
  const file = decoded(bytes);
  const { text } = file;
  if (text.trim() === "") throw csvError("imports.empty", { field: "file" });
  const found = text.match(controls)?.length ?? 0;
  const isText = found <= text.length * mostControls && !/^%PDF-|^\{\\rtf/.test(text);
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text)) throw notText(spreadsheet);
  if (isText) return file;
  // Checked last, because a text may begin like a picture: a BMP begins with "BM".
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? "";
  throw notText(mistaken.find(([mime]) => mime.test(type))?.[1]);
}

const notText = (message = "") =>
  csvError("imports.not_text", { field: "file", ...(message && { message }) });
