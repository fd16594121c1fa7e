import { expect, test } from "vitest";
import "./app.ts";
import { AppError, type ErrorCode, errors, errorsOf } from "./errors.ts";

test("an error has the status and message of its code, or a message of its own", () => {
  const parcelsError = errorsOf({ "parcels.unknown": "404 This parcel could not be found." });
  expect(parcelsError("parcels.unknown", { field: "id" })).toMatchObject({
    status: 404,
    message: "This parcel could not be found.",
    field: "id",
  });
  expect(parcelsError("parcels.unknown", { message: "Gone." }).message).toBe("Gone.");
});

test("a code that two tables declare is refused", () => {
  errorsOf({ "letters.unknown": "404 This letter could not be found." });
  expect(() => errorsOf({ "letters.unknown": "404 There is no such letter." })).toThrow(
    "letters.unknown is declared twice",
  );
});

test("an error with a code that no table declares is refused", () => {
  const misspelt: ErrorCode = "fines.unkown";
  expect(() => new AppError(misspelt)).toThrow("No errors.ts declares fines.unkown");
});

test.each([...errors])("%s says in whole sentences what happened", (_, line) => {
  expect(line).toMatch(/^[45]\d\d \S.*\S$/);
  // One idea per sentence: what happened, then what to do. "; do this" joins the two.
  expect(line).not.toContain(";");
});
