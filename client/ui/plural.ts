/** "1 fine", "3 fines"; give `many` where the plural takes more than an s. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;
