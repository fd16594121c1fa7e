import { expect, test } from "vitest";
import { pageWanted } from "./session.ts";

// Another tab of the browser may have logged in as somebody else meanwhile.
test.each([
  ["admin", "/admin/fines?status=Unpaid", "/admin/fines?status=Unpaid"],
  ["admin", "/resident/issues", undefined],
  ["resident", "/admin?filter=x", undefined],
  ["resident", "/residential", "/residential"],
  ["staff", "/change-password?to=%2Fstaff", "/change-password?to=%2Fstaff"],
  ["staff", undefined, undefined],
] as const)("whoever is logged in as %s and wanted %s goes on to %s", (userRole, to, page) => {
  expect(pageWanted({ userRole }, to)).toBe(page);
});
