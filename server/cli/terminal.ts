/** Whether a person sees what is printed, and no file keeps it. */
export const isTerminal = (): boolean => process.stdout.isTTY === true;

/**
 * Whether pictures and colours may be printed, which take escape codes: to a terminal that knows them,
 * unless somebody asked for none (no-color.org).
 */
export const mayDraw = (env: NodeJS.ProcessEnv = process.env): boolean =>
  isTerminal() && !env.NO_COLOR && env.TERM !== "dumb";
