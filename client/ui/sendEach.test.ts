import { expect, test } from "vitest";
import { sendEach } from "./sendEach.ts";

test("what is refused for one row is sent for those after it, and is told by name", async () => {
  const rows = ["first", "second", "third"].map((id) => ({ id }));
  const sent: string[] = [];
  const send = async ({ id }: { id: string }) => {
    sent.push(id);
    if (id === "first") throw new Error("refused");
  };
  const { done, refused } = await sendEach(rows, send, ({ id }) => `the ${id}`);
  expect(sent).toEqual(["first", "second", "third"]);
  expect(done.map(({ id }) => id)).toEqual(["second", "third"]);
  expect(refused).toMatchObject([{ id: "first", name: "the first" }]);
});
