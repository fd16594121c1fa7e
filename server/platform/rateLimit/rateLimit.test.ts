import { expect, test, vi } from "vitest";
import { multiply } from "../../contract/samples.ts";
import { openServer } from "../../testing.ts";
import { createRateLimit } from "./rateLimit.ts";

const current = "GET /api/auth/session";

test("a purse holds two seconds' worth, fills with time, and is its owner's alone", () => {
  let ms = 0;
  const rateLimit = createRateLimit(10, () => ms);
  const taken = (who: string) => {
    for (let count = 0; ; count += 1)
      try {
        rateLimit.take(who);
      } catch {
        return count;
      }
  };
  expect(taken("thandi")).toBe(20);
  expect(taken("thandi")).toBe(0);
  expect(taken("pieter")).toBe(20);
  ms += 500;
  expect(taken("thandi")).toBe(5);
  ms += 3_600_000;
  expect(taken("thandi")).toBe(20);
});

test("callers that have long been quiet are forgotten, so that invented ones fill no memory", () => {
  let ms = 0;
  const rateLimit = createRateLimit(10, () => ms);
  for (let each = 0; each < 50_000; each += 1) {
    ms += 1;
    rateLimit.take(`caller ${each}`);
  }
  expect(rateLimit.size()).toBeLessThan(2_000);
});

test("who sends requests too fast is asked to wait, and nobody else is", async () => {
  const { rest } = await openServer({ env: { REQUESTS_PER_SECOND: "20" } });
  const thandi = rest("thandi");
  const answers = await Promise.all(Array.from({ length: 100 }, () => thandi(current)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(40);
  expect(refused.length).toBeGreaterThan(20);
  expect(refused[0]?.body).toEqual({
    code: "request.too_many",
    message: expect.stringContaining("wait a second"),
  });
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
  expect((await rest("pieter")(current)).status).toBe(200);
});

test.each(["public.session.current", "public.session.current,public.session.ways?batch=1"])(
  "tRPC says it as it says everything: %s",
  async (path) => {
    const { rest } = await openServer({ env: { REQUESTS_PER_SECOND: "20" } });
    const thandi = rest("thandi");
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => thandi(`GET /api/trpc/${path}`)),
    );
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect([refused?.body].flat()[0].error.data.reason).toMatchObject({ code: "request.too_many" });
  },
);

test("changes cost more than reads, so that reading goes on when they are refused", async () => {
  const { rest } = await openServer({ env: { REQUESTS_PER_SECOND: "20" } });
  const anna = rest("anna");
  const post = (_: unknown, which: number) =>
    anna("POST /api/property/admin/announcements", { message: `Hello ${which}` });
  const statuses = (await Promise.all(Array.from({ length: 20 }, post))).map(
    ({ status }) => status,
  );
  const made = statuses.filter((status) => status === 201).length;
  expect(made).toBeGreaterThanOrEqual(2);
  expect(statuses).toContain(429);
  expect((await anna("GET /api/property/announcements")).body).toHaveLength(made);
});

test("a batch costs as many as it has calls, and what costs more than there is makes its owner wait longer", async () => {
  let ms = 0;
  const rateLimit = createRateLimit(10, () => ms);
  for (const _ of "12") rateLimit.take("thandi", 10);
  let refused: unknown;
  try {
    rateLimit.take("thandi");
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ code: "request.too_many", retryAfter: 1 });
  rateLimit.charge("thandi", 30);
  ms += 3_000;
  expect(() => rateLimit.take("thandi")).toThrow();
  ms += 200;
  rateLimit.take("thandi");

  const { rest } = await openServer({ env: { REQUESTS_PER_SECOND: "20" } });
  const ten = `GET /api/trpc/${Array(10).fill("public.session.current").join()}?batch=1`;
  // Each from a session of its own, and all from one person.
  const own = await Promise.all(Array.from({ length: 12 }, () => rest("thandi")(ten)));
  expect(own.filter(({ status }) => status === 200).length).toBeLessThan(8);
  expect(own.some(({ status }) => status === 429)).toBe(true);
  expect((await rest("pieter")(ten)).status).toBe(200);
});

test("who was sent too many bytes is asked to wait, but still gets the dashboard", async () => {
  const { rest, as, db } = await openServer({ env: { BYTES_PER_SECOND: "1000000" } });
  await as("anna").admin.announcements.post({ message: "Water is off" });
  multiply(db.$client, "announcements", 3_000, { message: "Ж".repeat(1_000) });
  const thandi = rest("thandi");
  const list = "GET /api/property/announcements";
  const first = await thandi(list);
  expect(first.status).toBe(200);
  expect(first.body.length).toBe(3_000);
  await vi.waitFor(async () => expect((await thandi(list)).status).toBe(429));
  const refused = await thandi("GET /api/trpc/resident.fines.mine?input=%7B%7D");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(2);
  expect((await thandi("GET /api/property/resident/dashboard")).status).toBe(200);
  expect((await rest("pieter")("GET /api/auth/session")).status).toBe(200);
});
