import { expect, test } from "vitest";
import { payers } from "./WhoPays.tsx";

test("who pays is said as what is usual, and of no rule whose text nobody has read", () => {
  for (const words of Object.values(payers)) {
    expect(words).toMatch(/^Normally .* The trustees decide what is so here\.$/);
    expect(words).not.toContain("rule 31");
  }
});
