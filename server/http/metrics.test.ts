import { expect, test } from "vitest";
import { openServer } from "../testing.ts";

const METRICS_TOKEN = "a token that nobody guesses";

const ask = async (base: string, authorization?: string) => {
  const answer = await fetch(`${base}/api/metrics`, {
    headers: authorization === undefined ? {} : { authorization },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test("without METRICS_TOKEN there is no such address, whatever is sent", async () => {
  const { base, tokenOf } = await openServer();
  for (const sent of [undefined, "Bearer ", "Bearer null", `Bearer ${tokenOf("anna")}`]) {
    const { status, text } = await ask(base, sent);
    expect(status).toBe(404);
    expect(JSON.parse(text).code).toBe("request.unknown_address");
  }
});

test("only who sends the token gets the metrics: no session, no other token, no similar one", async () => {
  const { base, tokenOf } = await openServer({ env: { METRICS_TOKEN } });
  const others = [METRICS_TOKEN.slice(1), `${METRICS_TOKEN}x`, tokenOf("anna"), ""];
  for (const sent of [undefined, METRICS_TOKEN, ...others.map((each) => `Bearer ${each}`)]) {
    const { status, text, headers } = await ask(base, sent);
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(JSON.parse(text).code).toBe("metrics.wrong_token");
  }
});

test("the metrics are in Prometheus's text format, count responses, and name no person", async () => {
  const { base, rest } = await openServer({ env: { METRICS_TOKEN } });
  await rest("thandi")("GET /api/property/announcements");
  await rest("thandi")("GET /api/trpc/member.building.details");
  await fetch(`${base}/api/nothing`);
  const { status, headers, text } = await ask(base, `Bearer ${METRICS_TOKEN}`);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const line =
    /^(# (HELP|TYPE) [a-z_]+ \S.*|[a-z_]+(\{[a-z]+="[^"]+"(,[a-z]+="[^"]+")*\})? \d+(\.\d+)?(e[+-]\d+)?)$/;
  for (const each of text.trimEnd().split("\n")) expect(each).toMatch(line);
  const figures = new Map(
    text
      .split("\n")
      .filter((each) => each && !each.startsWith("#"))
      .map((each) => [each.slice(0, each.lastIndexOf(" ")), Number(each.split(" ").at(-1))]),
  );
  expect(figures.get('stoep_http_requests_total{code="2xx"}')).toBe(2);
  expect(figures.get('stoep_http_requests_total{code="4xx"}')).toBe(1);
  expect(figures.get("stoep_healthy")).toBe(1);
  expect(figures.get("process_resident_memory_bytes")).toBeGreaterThan(10e6);
  for (const name of ["stoep_disk_free_bytes", "stoep_backup_timestamp_seconds"])
    expect(figures.has(name)).toBe(true);
  expect(text).not.toMatch(/thandi|anna/i);
});
