import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../server/platform/installation/paths.ts";
import { textFor } from "./texts.ts";

// The error catalogue of the specification, text by text.

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

// What is no answer of the server's stands in a screen, or in the schema the screen's form has.
const screens = ["client", "server/features"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /^client\/(?!e2e\/).*\.tsx?$|\/schema\.ts$/.test(file))
  .filter((file) => !/\.(test|gen)\.tsx?$/.test(file))
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n")
  .replace(/\s+/g, " ");

const ofScreens = [
  "You are already logged in",
  "Invalid email or password",
  "Passwords do not match",
  "Please select a visitation type",
  "Document saved successfully",
  "Type your message here...",
  "Post Announcement",
  "Staff Announcements",
  "Weather info Loading...",
  "Weather unavailable",
  "No data available",
  "No data available.",
  "No Fines",
  "No Fines To Display",
  "No visitors signed in",
  "Export as PDF",
  "Upload file",
];
test.each(ofScreens)("a screen says %s", (text) => {
  const quoted = [`"${text}"`, `>${text}<`, `> ${text} <`];
  expect(quoted.some((each) => screens.includes(each))).toBe(true);
});

const folder = join(root, "client/e2e");
const specs = readdirSync(folder)
  .filter((file) => file.endsWith(".spec.ts"))
  .map((file) => readFileSync(join(folder, file), "utf8"))
  .join("\n");
const ofCalls = [...ofStaff, ...ofResidents, ...ofTheRest].map(([, , text]) => text);

test.each([...new Set([...ofCalls, ...ofScreens])])("a browser test provokes %s", (text) => {
  expect(specs).toContain(`"${text}"`);
});
