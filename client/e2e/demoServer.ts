import { type Demo, startDemo } from "./demo.ts";
import { test as base } from "./test.ts";

export { expect } from "./test.ts";

/** The demo building, only for reading: other tests see every change to it. */
export const test = base.extend<object, { demo: Demo }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const demo = await startDemo();
      await use(demo);
      await demo.close();
    },
    { scope: "worker" },
  ],
});
