import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { newFolder } from "../testing.ts";
import { PassphraseError, seal, unsealed, withEither } from "./encryption.ts";

test("what was sealed with a passphrase as 0.1.0 read it opens with the whole of it", async () => {
  const file = join(newFolder(), "sealed.age");
  writeFileSync(
    file,
    await buffer(await seal(Readable.from([Buffer.from("a building")]), "winter")),
  );
  const tried: (string | null)[] = [];
  const open = (given: string | null) =>
    withEither(given, async (each) => {
      tried.push(each);
      return text(await unsealed(file, each));
    });
  expect(await open("winter#storm 7")).toEqual({ done: "a building", isShortened: true });
  expect(await open("winter")).toEqual({ done: "a building", isShortened: false });
  expect(tried).toEqual(["winter#storm 7", "winter", "winter"]);
  for (const wrong of ["spring#storm", "#winter", null])
    await expect(open(wrong)).rejects.toThrow(PassphraseError);
}, 120_000);
