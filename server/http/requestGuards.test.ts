import { expect, test } from "vitest";
import { openServer } from "../testing.ts";

test.each([
  ["an address of a screen", "GET /login"],
  ["an answer", "GET /api/health"],
  ["a refusal", "GET /api/property/admin/staff"],
  ["the API's page", "GET /api/docs"],
])("%s may be framed, sniffed and scripted by nobody else", async (_, call) => {
  const { rest } = await openServer();
  const { headers } = await rest()(call);
  const policy = headers.get("content-security-policy");
  expect(policy).toMatch(/^default-src 'self'; .*frame-ancestors 'none'/);
  expect(policy).not.toContain("unsafe");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
});

test("no cache stores the API's responses, found or not", async () => {
  const { rest } = await openServer();
  const anna = rest("anna");
  for (const path of ["/api/property/admin/staff", "/api/property/none", "/%61pi/health"])
    expect((await anna(`GET ${path}`)).headers.get("cache-control")).toBe("no-store");
});

test("a form of another kind reaches no procedure, however its address is written", async () => {
  const { base, tokenOf, rest } = await openServer();
  const cookie = `sid=${tokenOf("anna")}`;
  for (const api of ["/api/trpc", "/%61pi/trpc", "/api/%74rpc"]) {
    const response = await fetch(`${base}${api}/member.session.signOutEverywhere`, {
      method: "POST",
      headers: { cookie },
      body: new FormData(),
    });
    expect(response.status).toBe(415);
  }
  expect((await rest()("GET /api/auth/session", undefined, { cookie })).status).toBe(200);
});

test("a part of an address that is too long is refused in our words", async () => {
  const { rest } = await openServer();
  const path = `PUT /api/property/admin/profile/${"x".repeat(5_000)}`;
  expect(await rest("anna")(path)).toMatchObject({
    status: 414,
    body: { code: "request.address_too_long" },
  });
});

test("an address that cannot be decoded is refused in our words, without repeating it", async () => {
  const { app } = await openServer();
  const get = (url: string, accept = "*/*") =>
    app.inject({ url, headers: { host: "127.0.0.1", accept } });
  for (const url of ["/%zz/thandi", "/api/property/%E0%A4%A"]) {
    const answer = await get(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: "request.invalid", message: expect.any(String) });
  }
  expect((await get("/%zz/thandi", "text/html")).statusCode).toBe(302);
});
