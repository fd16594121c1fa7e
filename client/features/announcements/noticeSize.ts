/** In pt, from what reads across a lobby down to what one reads on a letter. */
const sizes = [72, 64, 56, 48, 42, 36, 32, 28, 24, 20, 18, 16, 14, 12];
const smallest = 11;
/** From here down a long word may be broken; above, the type gets smaller instead. */
const breaking = 20;

// What a page leaves for the message, in mm, and how high a line is, in the type's size.
const width = 172;
const height = 195;
const line = 1.35;
const mmPerPt = 25.4 / 72;
/** Between words, in the type's size. */
const space = 0.25;

/**
 * The largest type, in pt, in which a message stays on one page.
 * @param wideOf how wide a word is, in the type's size
 */
export function noticeSize(message: string, wideOf: (word: string) => number): number {
  const paragraphs = message.split("\n").map((each) => each.split(" ").map(wideOf));
  const widest = Math.max(...paragraphs.flat());
  const fits = (size: number) => {
    const room = width / (size * mmPerPt);
    if (widest > room && size > breaking) return false;
    const lines = paragraphs.reduce((sum, words) => sum + linesOf(words, room), 0);
    return lines * size * mmPerPt * line <= height;
  };
  return sizes.find(fits) ?? smallest;
}

/** How many lines words take; a word that is wider than a line is broken. */
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
