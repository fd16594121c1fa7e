/** "1 fine", "3 fines"; with `many` where that takes more than an s. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;
