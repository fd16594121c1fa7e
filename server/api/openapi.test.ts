import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, onTestFinished, test } from "vitest";
import { buildApp } from "../app.ts";
import { openHouse } from "../testing.ts";
import { liveCalls } from "./liveCalls.ts";
import { openApi } from "./openapi.ts";
import { restCalls } from "./restCalls.ts";

test("the document is valid OpenAPI 3.1 and has every REST call in it", async () => {
  const document = openApi(restCalls);
  // Serialized, as clients get it.
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
  expect(operations).toHaveLength(restCalls.flatMap(({ rows }) => rows).length);
});

test("every call has a name of its own, which comes from its address", () => {
  const operations = Object.values(openApi(restCalls).paths).flatMap((each) => Object.values(each));
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^(get|post|put|patch|delete)[A-Za-z]+$/);
  expect(names).toContain("getAdminFinesAll");
  expect(names).toContain("postAdminResidentByResidentIdFineNewfine");
});

test("every call says by status how it may refuse, in the one form of all refusals", () => {
  const { paths, components, servers } = openApi(restCalls);
  expect(servers).toMatchObject([{ url: "/" }]);
  expect(components.schemas.Refusal).toMatchObject({ required: ["message", "code"] });
  for (const [path, methods] of Object.entries(paths))
    for (const [method, call] of Object.entries(methods)) {
      const statuses = Object.keys(call.responses);
      const wanted = ["429", "500", "503", "default"];
      if (!call.security) wanted.push("401", "403");
      if (call.requestBody) wanted.push("400", "413", "415");
      if (path.includes("{")) wanted.push("400", "414");
      if (method !== "get") wanted.push("403", "507");
      expect(statuses, `${method} ${path}`).toEqual(expect.arrayContaining(wanted));
      for (const [status, answer] of Object.entries(call.responses))
        if (status === "default" || status >= "400")
          expect(answer).toMatchObject({
            description: expect.stringMatching(/\S/),
            content: {
              "application/json": { schema: { $ref: "#/components/schemas/Refusal" } },
            },
          });
    }
  const upload = paths["/api/property/resident/fines/{fineId}/payment-proof"]?.post?.responses;
  expect(upload).toMatchObject({
    404: { description: expect.stringContaining("fines.unknown") },
    415: { description: expect.stringContaining("attachments.wrong_type") },
  });
});

test.each([
  ["/api/property/openapi.json", "application/json"],
  ["/api/docs", "text/html"],
])(
  "%s is packed once, answered by a 304 from then on, and limited by address",
  async (url, type) => {
    const { services } = openHouse({ env: { REQUESTS_PER_SECOND: "20" } });
    const app = await buildApp(services);
    onTestFinished(() => app.close());
    const get = (headers = {}) => app.inject({ url, headers });
    const { headers, statusCode } = await get({ "accept-encoding": "gzip" });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": `${type}; charset=utf-8`,
      "content-encoding": "gzip",
      vary: "accept-encoding",
    });
    const known = { "accept-encoding": "gzip", "if-none-match": headers.etag };
    const again = await get(known);
    expect([again.statusCode, again.payload]).toEqual([304, ""]);
    const many = await Promise.all(Array.from({ length: 60 }, () => get(known)));
    expect(new Set(many.map(({ statusCode: status }) => status))).toEqual(new Set([304, 429]));
  },
);

test("the headers for what is sent again and for what was missed are in the document", () => {
  const { paths } = openApi([...restCalls, liveCalls]);
  const headersOf = (method: string, path: string) =>
    paths[`/api/property${path}`]?.[method]?.parameters
      .filter((each) => each.in === "header")
      .map(({ name }) => name);
  for (const path of ["/notices", "/requests/{requestId}/photos", "/resident/visits/expected"])
    expect(headersOf("post", path), path).toEqual(["Idempotency-Key"]);
  expect(headersOf("get", "/notices")).toEqual([]);
  expect(headersOf("get", "/live")).toEqual(["Last-Event-ID"]);
  const done = { content: { "text/event-stream": {} } };
  expect(paths["/api/property/live"]?.get?.responses).toMatchObject({ 200: done });
});

test("what a body must hold is in the document, from the schema that checks it", () => {
  const { paths } = openApi(restCalls);
  const body = paths["/api/property/admin/resident/{residentId}/fine/newfine"]?.post?.requestBody;
  expect(body).toMatchObject({
    content: {
      "application/json": {
        schema: {
          properties: { Type: { enum: expect.arrayContaining(["Late Rent"]) } },
          required: expect.arrayContaining(["Type", "Amount", "DueDate", "Reason"]),
          additionalProperties: false,
        },
      },
    },
  });
});
