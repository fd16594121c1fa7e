import { expect, test } from "vitest";
import { openHouse } from "../testing.ts";
import { darkStairs, dayVisit, lateRent } from "./samples.ts";

type House = ReturnType<typeof openHouse>;
type Add = (house: House) => Promise<{ id: string }>;
type List = (page: { limit: number; cursor?: string }) => Promise<{
  rows: { id: string }[];
  nextCursor: string | null;
}>;

const post: Add = ({ as }) => as("anna").admin.announcements.post({ message: "The lift works" });
const fine: Add = ({ as, people }) =>
  as("anna").admin.fines.issue({ ...lateRent, residentId: people.thandi.id });
const request: Add = ({ as }) => as("thandi").resident.maintenance.log(darkStairs);
const visit: Add = ({ as }) => as("thandi").resident.visitors.signIn(dayVisit);

test.each<[string, Add, (house: House) => List]>([
  ["announcements", post, ({ as }) => as("thandi").member.announcements.all],
  ["all fines", fine, ({ as }) => as("anna").admin.fines.all],
  ["a resident's fines", fine, ({ as }) => as("thandi").resident.fines.mine],
  ["all requests", request, ({ as }) => as("anna").admin.maintenance.all],
  ["a resident's requests", request, ({ as }) => as("thandi").resident.maintenance.mine],
  [
    "a trade's requests",
    request,
    ({ as }) =>
      (page) =>
        as("sipho").staff.maintenance.all({ type: "mine", ...page }),
  ],
  ["all visitors", visit, ({ as }) => as("anna").admin.visitors.present],
  ["a resident's visitors", visit, ({ as }) => as("thandi").resident.visitors.present],
])("paging walks %s once, newest first, while others come and go", async (_, add, listOf) => {
  const house = openHouse();
  const list = listOf(house);
  const ids: string[] = [];
  for (let each = 0; each < 5; each += 1) ids.unshift((await add(house)).id);
  expect((await list({ limit: 5 })).nextCursor).toBeNull();
  expect((await list({ limit: 4 })).nextCursor).toBe(ids[3]);
  const walked: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { rows, nextCursor }: Awaited<ReturnType<List>> = await list({
      limit: 2,
      ...(cursor && { cursor }),
    });
    walked.push(...rows.map(({ id }) => id));
    if (nextCursor) await add(house);
    // The last visitor on the page leaves, but the next page still starts after them.
    if (nextCursor && add === visit)
      await house.as("thandi").resident.visitors.signOut({ visitId: nextCursor });
    cursor = nextCursor;
  }
  expect(walked).toEqual(ids);
});
