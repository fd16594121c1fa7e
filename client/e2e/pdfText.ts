import { getDocumentProxy } from "unpdf";

/** A piece of text, as a PDF reader finds it. */
export interface Piece {
  text: string;
  /** The first page is 1. */
  page: number;
  /** Its left and right edge and its baseline, in points from the page's lower left corner. */
  left: number;
  right: number;
  y: number;
}

/** The text of a PDF, in drawing order. */
export async function piecesOf(pdf: Uint8Array): Promise<Piece[]> {
  // A copy, because the reader takes over the buffer.
  const document = await getDocumentProxy(Uint8Array.from(pdf));
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(
    numbers.map(async (page) => {
      const { items } = await (await document.getPage(page)).getTextContent();
      return items.flatMap((item) => {
        if (!("str" in item) || !item.str.trim()) return [];
        const [left = 0, y = 0] = item.transform.slice(4);
        return [{ text: item.str, page, left, right: left + item.width, y }];
      });
    }),
  );
  return pages.flat();
}

/** The text only. */
export const linesOf = async (pdf: Uint8Array): Promise<string[]> =>
  (await piecesOf(pdf)).map(({ text }) => text);
