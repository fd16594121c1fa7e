/** The name of a key in Playwright. */
export type Key = "Tab" | "Enter" | "ArrowRight" | "Control+A";

/** One window of a browser, moved by a mouse and keyboard as a person moves them. */
export interface Browser {
  goTo: (url: string) => Promise<void>;
  address: () => Promise<string>;
  /** Runs a function in the page. It sees nothing from outside except its arguments. */
  run: <Args extends unknown[], Answer>(
    body: (...args: Args) => Answer,
    ...args: Args
  ) => Promise<Awaited<Answer>>;
  /** Presses a point of the window: whatever is on top there gets the press. */
  pressAt: (x: number, y: number) => Promise<void>;
  press: (key: Key) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Chooses a file for the page's first field for files. */
  attach: (path: string) => Promise<void>;
  /** Gives the page itself this size. */
  resize: (width: number, height: number) => Promise<void>;
  picture: () => Promise<Buffer>;
  close: () => Promise<void>;
}

export interface Look {
  dark: boolean;
}
