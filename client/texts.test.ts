import { expect, test } from "vitest";
import { textFor } from "./texts.ts";
import { wordsOf } from "./trpc.ts";

// The texts that the specification gives to the server's answers. The browser tests provoke those of
// each kind, and those that only screens have.

const staff = { role: "Staff" };
const resident = { role: "Resident" };

test.each<[path: string, outcome: "done" | "refused" | "broken", text: string, input?: object]>([
  ["admin.people.remove", "done", "Staff deleted successfully", staff],
  ["admin.people.remove", "refused", "Failed to delete staff", staff],
  ["admin.people.remove", "broken", "Error deleting staff", staff],
  ["admin.people.changeRole", "done", "Role updated successfully", staff],
  ["admin.people.changeRole", "refused", "Failed to update role", staff],
  ["admin.people.changeRole", "broken", "Error updating role", staff],
  ["admin.people.staff", "refused", "Error fetching staff", staff],
  ["admin.people.staff", "broken", "Error fetching staff", staff],
  ["admin.people.residents", "refused", "Error fetching residents", resident],
  ["admin.people.residents", "broken", "Error fetching residents", resident],
  ["admin.people.remove", "done", "Resident deleted successfully", resident],
  ["admin.people.remove", "refused", "Failed to delete resident", resident],
  ["admin.people.remove", "broken", "Error deleting resident", resident],
  ["admin.people.signUp", "done", "Account created successfully. Please verify your email."],
  ["admin.people.signUp", "refused", "An error occurred during signup"],
  ["admin.people.signUp", "broken", "An error occurred during signup"],
  ["admin.notices.post", "done", "Announcement posted!"],
  ["staff.notices.post", "done", "Announcement posted!"],
  ["admin.notices.post", "broken", "An error occurred while posting the announcement"],
  ["staff.notices.post", "broken", "An error occurred while posting the announcement"],
  ["staff.notices.post", "refused", "An error occurred while posting the announcement"],
  ["admin.fines.setStatus", "done", "Status updated successfully!"],
  ["admin.fines.setStatus", "refused", "An error occurred while updating status"],
  ["admin.fines.setStatus", "broken", "An error occurred while updating status"],
  ["admin.fines.issue", "done", "Fine created successfully!"],
  ["admin.fines.issue", "refused", "An error occurred while creating the fine"],
  ["admin.fines.issue", "broken", "An error occurred while creating the fine"],
  ["resident.maintenance.log", "done", "Maintenance log submitted successfully!"],
  ["resident.maintenance.log", "refused", "Error adding maintenance problem."],
  ["resident.maintenance.log", "broken", "Error adding maintenance problem."],
  ["resident.visitors.signIn", "done", "Visitor Successfully Signed In!"],
  ["resident.visitors.signIn", "refused", "Error Signing In Visitor."],
  ["resident.visitors.signIn", "broken", "Error Signing In Visitor."],
  ["resident.visitors.present", "refused", "Failed to fetch visitors"],
  ["resident.visitors.present", "broken", "Error fetching visitors"],
  ["resident.visitors.signOut", "done", "Visitor signed out successfully!"],
  ["resident.visitors.signOut", "refused", "Failed to sign out visitor"],
  ["resident.visitors.signOut", "broken", "Error signing out visitor"],
  ["public.session.signIn", "done", "Login successful!"],
  ["admin.profile.get", "broken", "Failed to fetch profile data"],
  ["resident.profile.get", "refused", "Failed to fetch profile data"],
  ["staff.profile.get", "broken", "Failed to fetch profile data"],
])("%s %s says %s", (path, outcome, text, input) => {
  expect(textFor([path.split(".")], outcome, input)).toBe(text);
});

// Nothing else on the screen says that these have failed.
test.each(["public.session.signOut", "member.notices.read", "gate.entryRequests.close"])(
  "%s says so when it fails",
  (path) => {
    for (const outcome of ["refused", "broken"] as const)
      expect(textFor([path.split(".")], outcome)).toMatch(/could not be/);
  },
);

test.each([
  "Failed to fetch dynamically imported module: https://stoep.test/assets/schema.js",
  "error loading dynamically imported module: https://stoep.test/assets/schema.js",
  "Importing a module script failed.",
])("a part of the page that went with an upgrade says that the page is old: %s", (message) => {
  expect(wordsOf(new TypeError(message))).toMatch(/does not answer, or was upgraded .* load/);
  expect(wordsOf(new TypeError("Failed to fetch"))).not.toMatch(/upgraded/);
});
