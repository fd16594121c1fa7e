import * as argon2 from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { newcomer, openHouse } from "../../../testing.ts";

vi.mock("@node-rs/argon2", { spy: true });

/** A hash's cost parameters: kind, memory, passes and lanes, at the start of its text. */
const costOf = (hash: unknown) => /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/.exec(String(hash))?.[0];

// This compares the work. scripts/bench/signIns.ts measures the time.
test.each(["nomsa", "thandi", "nobody"])(
  "a wrong password for %j is one hash of the same cost, whoever has that name",
  async (username) => {
    const { as } = openHouse();
    await as("anna").admin.people.signUp(newcomer("Nomsa"));
    const stored = await vi.mocked(argon2.hash).mock.results.at(-1)?.value;
    vi.mocked(argon2.verify).mockClear();
    await expect(
      as().public.session.signIn({ username, password: "a wrong password" }),
    ).rejects.toThrow("Invalid email or password");
    const checked = vi.mocked(argon2.verify).mock.calls.map(([hash]) => costOf(hash));
    expect(checked).toEqual([costOf(stored)]);
    expect(checked[0]).toContain("m=19456,t=2,p=1");
  },
);
