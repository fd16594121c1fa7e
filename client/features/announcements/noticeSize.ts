/** Type sizes in pt, from legible across a lobby down to that of a letter. */
const sizes = [72, 64, 56, 48, 42, 36, 32, 28, 24, 20, 18, 16, 14, 12];
const smallest = 11;
/** From this size down a long word may be broken; above it, the type gets smaller instead. */
const breaking = 20;

// The room for the message on a page, in mm, and the line height in units of the type size.
const width = 172;
const height = 195;
const line = 1.35;
const mmPerPt = 25.4 / 72;
/** The space between words, in units of the type size. */
const space = 0.25;

/**
 * The largest type size, in pt, at which a message fits on one page.
 * @param wideOf the width of a word, in units of the type size
 * @param taken the height that a title and a QR code take, in mm
 */
export function noticeSize(message: string, wideOf: (word: string) => number, taken = 0): number {
  const paragraphs = message.split("\n").map((each) => each.split(" ").map(wideOf));
  const widest = Math.max(...paragraphs.flat());
  const fits = (size: number) => {
    const room = width / (size * mmPerPt);
    if (widest > room && size > breaking) return false;
    const lines = paragraphs.reduce((sum, words) => sum + linesOf(words, room), 0);
    return lines * size * mmPerPt * line <= height - taken;
  };
  return sizes.find(fits) ?? smallest;
}

/** The number of lines that words take; a word wider than a line is broken. */
function linesOf(words: number[], room: number): number {
  let lines = 1;
  let used = 0;
  for (const word of words) {
    if (used > 0 && used + word > room) {
      lines += 1;
      used = 0;
    }
    used += word;
    for (; used > room; used -= room) lines += 1;
    used += space;
  }
  return lines;
}
