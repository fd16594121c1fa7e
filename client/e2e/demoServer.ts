import { type Demo, startDemo } from "./demo.ts";
import { test as base } from "./test.ts";

export { expect } from "./test.ts";

/** For `demo`: the demo building, only for reading, because other tests see every change to it. */
export const demoBuilding = async ({}, use: (demo: Demo) => Promise<void>) => {
  const demo = await startDemo();
  await use(demo);
  await demo.close();
};

export const test = base.extend<object, { demo: Demo }>({
  demo: [demoBuilding, { scope: "worker" }],
});
