import { expect, test } from "vitest";
import { textFor } from "./texts.ts";

// The texts that the specification gives to the server's answers. The browser tests provoke those of
// each kind, and those that only screens have.

const messageFor = (path: string, outcome: "done" | "refused" | "broken", input?: object) =>
  textFor([path.split(".")], outcome, input);

const ofStaff = [
  ["admin.people.remove", "done", "Staff deleted successfully"],
  ["admin.people.remove", "refused", "Failed to delete staff"],
  ["admin.people.remove", "broken", "Error deleting staff"],
  ["admin.people.changeRole", "done", "Role updated successfully"],
  ["admin.people.changeRole", "refused", "Failed to update role"],
  ["admin.people.changeRole", "broken", "Error updating role"],
  ["admin.people.staff", "refused", "Error fetching staff"],
  ["admin.people.staff", "broken", "Error fetching staff"],
] as const;
test.each(ofStaff)("staff: %s %s says %s", (path, outcome, text) => {
  expect(messageFor(path, outcome, { role: "Staff" })).toBe(text);
});

const ofResidents = [
  ["admin.people.residents", "refused", "Error fetching residents"],
  ["admin.people.residents", "broken", "Error fetching residents"],
  ["admin.people.remove", "done", "Resident deleted successfully"],
  ["admin.people.remove", "refused", "Failed to delete resident"],
  ["admin.people.remove", "broken", "Error deleting resident"],
] as const;
test.each(ofResidents)("residents: %s %s says %s", (path, outcome, text) => {
  expect(messageFor(path, outcome, { role: "Resident" })).toBe(text);
});

const ofTheRest = [
  ["admin.people.signUp", "done", "Account created successfully. Please verify your email."],
  ["admin.people.signUp", "refused", "An error occurred during signup"],
  ["admin.people.signUp", "broken", "An error occurred during signup"],
  ["admin.announcements.post", "done", "Announcement posted!"],
  ["staff.announcements.post", "done", "Announcement posted!"],
  ["admin.announcements.post", "broken", "An error occurred while posting the announcement"],
  ["staff.announcements.post", "broken", "An error occurred while posting the announcement"],
  ["staff.announcements.post", "refused", "An error occurred while posting the announcement"],
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
] as const;
test.each(ofTheRest)("%s %s says %s", (path, outcome, text) => {
  expect(messageFor(path, outcome)).toBe(text);
});
