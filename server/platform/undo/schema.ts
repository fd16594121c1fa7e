/** For how long a screen offers to take a change back with one press, in milliseconds. */
export const undoMs = 20_000;
