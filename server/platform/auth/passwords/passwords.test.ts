import * as argon2 from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { newcomer, openHouse } from "../../../testing.ts";
import { credentials } from "../table.ts";

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

test("a password with accents is the same from every keyboard, also one that was hashed as it was typed", async () => {
  const { as, db, people } = openHouse();
  const spellings = ["na\u00efve caf\u00e9 \u2460", "nai\u0308ve cafe\u0301 1"];
  const [composed = ""] = spellings;
  await as("anna").admin.people.signUp({
    ...newcomer("Nomsa"),
    password: composed,
    confirmPassword: composed,
  });
  const signIn = (password: string) => as().public.session.signIn({ username: "nomsa", password });
  for (const password of spellings) await signIn(password);
  await expect(signIn("naive cafe 1")).rejects.toThrow("Invalid email or password");
  const { thandi } = people;
  for (const typed of ["caf\u00e9 at six", "cafe\u0301 at six"]) {
    const changes = { passwordHash: await argon2.hash(typed), mustChange: false, changedAt: "" };
    db.insert(credentials)
      .values({ accountId: thandi.id, ...changes })
      .onConflictDoUpdate({ target: credentials.accountId, set: changes })
      .run();
    for (const form of ["NFC", "NFD"])
      await as().public.session.signIn({ username: "thandi", password: typed.normalize(form) });
  }
});
