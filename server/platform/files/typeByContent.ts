/** How many bytes at the start of a file say what it is. */
export const telling = 1024 + "%PDF-".length;

/**
 * The first bytes of files, as Latin-1 text. Before a PDF there may be some lines of text, as
 * scanners and mail programs write them (ISO 32000-1, annex H: within the first 1024 bytes).
 */
const begins: readonly (readonly [mimeType: string, begin: RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
  ["image/heic", /^[\s\S]{4}ftyphei[cx]/],
  ["image/heif", /^[\s\S]{4}ftypmif1/],
  ["application/pdf", /^[\t\n\f\r -~\x80-\xff]{0,1024}%PDF-/],
];

/** Senders often say something else. @param head the first `telling` bytes, as Latin-1 text */
export const typeByContent = (head: string): string | undefined =>
  begins.find(([, begin]) => begin.test(head))?.[0];
