import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { restCalls } from "./app.ts";
import { openApi } from "./openapi.ts";

test("the document is valid OpenAPI 3.1 and has every REST call in it", async () => {
  const document = openApi(restCalls);
  // Through JSON, as clients get it.
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
  expect(operations).toHaveLength(restCalls.flatMap(({ rows }) => rows).length);
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
