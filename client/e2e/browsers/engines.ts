import type { Look } from "./browser.ts";

/** How to open each engine's window. */
export const engines = {
  firefox: async (look: Look) => (await import("./firefox.ts")).openFirefox(look),
  webkit: async (look: Look) => (await import("./webkit.ts")).openWebKit(look),
};

export type Engine = keyof typeof engines;
