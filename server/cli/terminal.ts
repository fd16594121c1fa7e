/** Whether the output goes to a person's terminal, and not into a file. */
export const isTerminal = (): boolean => process.stdout.isTTY === true;

/**
 * Whether escape codes for pictures and colours may be printed: only to a terminal that supports
 * them, and not if the user disabled colours (no-color.org).
 */
export const mayDraw = (env: NodeJS.ProcessEnv = process.env): boolean =>
  isTerminal() && !env.NO_COLOR && env.TERM !== "dumb";
