import { expect, test } from "vitest";
import { chapters } from "./aboutText.ts";

const about = (wanted: string) =>
  chapters
    .flatMap(({ terms }) => terms)
    .find(([term]) => term === wanted)
    ?.join(" ");

test("what is explained is no more certain than its sources", () => {
  // Nobody here has read the gazetted text of rules 5 and 6.
  expect(about("Trustees")).not.toMatch(/PMR [56]\b/);
  expect(about("Participation quota (PQ)")).toContain("of all sections, garages too");
  expect(about("Exclusive use area")).toMatch(/usually .* or directly/);
});
