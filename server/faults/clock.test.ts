import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tool } from "../../scripts/tool.ts";
import { built } from "../cli/testing.ts";
import { announced, caller, demoBuilding, signedIn, soundness } from "./testing.ts";

// A wrong clock that is corrected, or a right one that goes wrong: an empty battery, a mistyped
// year.

const program = await built();
const { serve } = program;
const { copy, people } = await demoBuilding(program);

tool("faketime", "faketime");
const library = ["x86_64-linux-gnu", "aarch64-linux-gnu", "arm-linux-gnueabihf"]
  .map((machine) => join("/usr/lib", machine, "faketime/libfaketime.so.1"))
  .find(existsSync);

/** A machine whose clock is off by an offset such as "-1d" or "+10y". */
const clock = (offset: string) => ({
  env: { LD_PRELOAD: library ?? "", FAKETIME: offset, DONT_FAKE_MONOTONIC: "1" },
});

const current = "GET /api/auth/session";

test.each([
  ["a day ahead", "+1d", true],
  ["a day behind", "-1d", true],
  ["ten years ahead", "+10y", false],
  ["ten years behind", "-10y", true],
])(
  "a clock that jumps %s: it serves, nobody is locked out, and no session lives for ever",
  async (_, jump, lasts) => {
    expect(library).toBeDefined();
    const data = copy();
    const before = announced(data);
    const right = await serve(data);
    const { cookie } = await signedIn(right.origin, people.admin);
    expect(await right.stop("SIGTERM")).toBe(0);

    const wrong = await serve(data, clock(jump));
    expect((await caller(wrong.origin, cookie).ask(current)).status).toBe(lasts ? 200 : 401);
    // Someone who signs in now can work, and read the older data.
    const anna = await signedIn(wrong.origin, people.admin);
    const message = `while the clock was wrong (${jump})`;
    const post = await anna.ask("POST /api/property/admin/announcements", { message });
    expect(post.status).toBe(201);
    expect((await anna.ask("GET /api/property/announcements")).body).toContainEqual(
      expect.objectContaining({ message: [...before].at(-1) }),
    );
    expect(await wrong.stop("SIGTERM")).toBe(0);

    // Whether the clock is corrected or runs on, a session from the wrong time ends within its 90
    // days. Those from before are not deleted for good because the clock was ahead.
    const mended = await serve(data);
    for (const savedCookie of [cookie, anna.cookie])
      expect((await caller(mended.origin, savedCookie).ask(current)).status).toBe(
        jump === "-10y" ? 401 : 200,
      );
    expect((await signedIn(mended.origin, people.resident)).cookie).toContain("sid=");
    expect(await mended.stop("SIGTERM")).toBe(0);
    const later = await serve(data, clock("+91d"));
    for (const savedCookie of [cookie, anna.cookie])
      expect((await caller(later.origin, savedCookie).ask(current)).status).toBe(401);
    expect(await later.stop("SIGTERM")).toBe(0);
    expect(announced(data)).toContain(message);
    expect(soundness(data)).toEqual([]);
  },
);
