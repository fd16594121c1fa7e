import type { AnyProcedure } from "@trpc/server";
import type { AppRouter } from "../server/api/router.ts";

type Input = { role?: string } & Record<string, unknown>;
type Words = string | ((input: Input) => string);

/** A toast's text: `done` on success, `refused` on a refusal, `broken` without a response. */
interface Texts {
  done?: Words;
  /** Under `done`: what is to be done now. */
  next?: Words;
  refused?: Words;
  broken?: Words;
}

export type Outcome = Exclude<keyof Texts, "next">;

type PathIn<Part> = {
  [Key in keyof Part & string]: Part[Key] extends AnyProcedure
    ? Key
    : `${Key}.${PathIn<Part[Key]>}`;
}[keyof Part & string];
type ProcedurePath = PathIn<AppRouter["_def"]["record"]>;

const failing = (words: string) => ({ refused: words, broken: words });
const announced = {
  done: "Announcement posted!",
  ...failing("An error occurred while posting the announcement"),
};
const present = { refused: "Failed to fetch visitors", broken: "Error fetching visitors" };
const signedOut = {
  done: "Visitor signed out successfully!",
  refused: "Failed to sign out visitor",
  broken: "Error signing out visitor",
};

const buildingParts: Readonly<Record<string, string>> = {
  name: "the name",
  bankDetails: "the bank details",
  contacts: "the contact numbers",
  signInHelp: "the help with logging in",
  informationOfficer: "the information officer",
};
const partsOf = (input: Input) =>
  Object.keys(input)
    .flatMap((field) => buildingParts[field] ?? [])
    .join(", ");

/** The texts of the specification (§8), to the letter, by procedure. */
const texts: Partial<Record<ProcedurePath, Texts>> = {
  "public.session.signIn": { done: "Login successful!" },
  "public.session.secondStep": { done: "Login successful!" },
  "public.session.signOut": failing("You could not be signed out"),
  "member.session.changePassword": { done: "Password changed" },
  "member.session.signOutDevice": { done: "That device is signed out" },
  "member.profile.confirmEmail": { done: "Email confirmed" },
  "member.passkeys.add": { done: "You can log in with this device now" },
  "member.passkeys.remove": { done: "Passkey removed" },
  "member.factors.turnOff": { done: "Your second step is off" },
  "admin.factors.reset": { done: "Their second step is off" },
  "admin.factors.rule": { ...failing("This could not be changed") },
  "admin.session.unlock": {
    done: "They can try again now",
    ...failing("They could not be unlocked"),
  },
  "admin.people.staff": failing("Error fetching staff"),
  "admin.people.residents": failing("Error fetching residents"),
  "admin.people.signUp": {
    done: "Account created successfully. Please verify your email.",
    next: "Tell them their username and this first password. When they log in they choose their own.",
    ...failing("An error occurred during signup"),
  },
  "admin.people.remove": {
    done: ({ role = "Person" }) => `${role} deleted successfully`,
    refused: ({ role = "Person" }) => `Failed to delete ${role.toLowerCase()}`,
    broken: ({ role = "Person" }) => `Error deleting ${role.toLowerCase()}`,
  },
  "admin.people.changeRole": {
    done: "Role updated successfully",
    refused: "Failed to update role",
    broken: "Error updating role",
  },
  "member.notices.read": failing("This could not be marked as read"),
  "admin.notices.post": announced,
  "staff.notices.post": announced,
  "admin.fines.setStatus": {
    done: "Status updated successfully!",
    ...failing("An error occurred while updating status"),
  },
  "admin.fines.issue": {
    done: "Fine created successfully!",
    next: "Its own page prints the notice.",
    ...failing("An error occurred while creating the fine"),
  },
  "admin.fineDecisions.withdraw": { done: "Fine withdrawn" },
  "admin.evidence.remove": { done: "Photo removed" },
  "admin.fineDecisions.putBack": { done: "Fine put back" },
  "admin.building.update": { done: (input) => `Building saved: ${partsOf(input)}` },
  "admin.privacy.erase": { done: "Erased for good" },
  "admin.units.add": { done: "Unit added" },
  "admin.units.update": { done: "Unit saved" },
  "admin.units.remove": { done: "Unit removed" },
  "admin.quotas.set": { done: "Quota saved" },
  "admin.areas.add": { done: "Saved" },
  "admin.areas.end": { done: "Last day saved" },
  "admin.people.add": { done: "Person added" },
  "admin.corrections.correct": { done: "Details saved" },
  "admin.merges.merge": { done: "Merged into one entry" },
  "admin.parties.add": { done: "Saved" },
  "admin.parties.end": { done: "Last day saved" },
  "admin.parties.setVoter": { done: "Saved" },
  "admin.weights.set": { done: "Weights saved" },
  "admin.trustees.begin": { done: "Term saved" },
  "admin.trustees.end": { done: "Last day saved" },
  "admin.transfers.enter": { done: "New owners saved" },
  "resident.changeNotices.announce": { done: "Announced. An admin looks at it." },
  "resident.changeNotices.withdraw": { done: "Announcement withdrawn" },
  "admin.changeDecisions.confirm": { done: "Confirmed and entered in the register" },
  "admin.changeDecisions.confirmEntered": { done: "Confirmed" },
  "admin.changeDecisions.refuse": { done: "Announcement refused" },
  "member.maintenance.addNote": { done: "Note added" },
  "member.maintenance.removePhoto": { done: "Photo removed" },
  "admin.maintenance.plan": { done: "Plan saved" },
  "staff.maintenance.plan": { done: "Plan saved" },
  "resident.maintenance.rate": { done: "Thank you" },
  "resident.maintenance.notFixed": { done: "Open again" },
  "resident.maintenance.log": {
    done: "Maintenance log submitted successfully!",
    ...failing("Error adding maintenance problem."),
  },
  "resident.visitors.signIn": {
    done: "Visitor Successfully Signed In!",
    ...failing("Error Signing In Visitor."),
  },
  "resident.visitors.present": present,
  "admin.visitors.present": present,
  "resident.visitors.signOut": signedOut,
  "admin.visitors.signOut": signedOut,
  "gate.entryRequests.close": failing("This question could not be closed"),
  "admin.profile.get": failing("Failed to fetch profile data"),
  "resident.profile.get": failing("Failed to fetch profile data"),
  "staff.profile.get": failing("Failed to fetch profile data"),
};

export const documentSaved = "Document saved successfully";

export interface Refusal {
  field?: string | undefined;
  message: string;
}

const aloud = ({ field, message }: Refusal) =>
  field && message.startsWith(`${field} m`) ? `M${message.slice(field.length + 2)}` : message;

/** The texts for a query or mutation, by tRPC's key: `[["public", "session", …], …]`. */
export function textFor(
  key: readonly unknown[] | undefined,
  outcome: keyof Texts,
  input?: unknown,
): string | undefined {
  const path = Array.isArray(key?.[0]) ? key[0].join(".") : "";
  const words = texts[path as ProcedurePath]?.[outcome];
  return typeof words === "function" ? words((input ?? {}) as Input) : words;
}

/** The words for an outcome, and under them what is to be done now or why; undefined for nothing. */
export function say(
  key: readonly unknown[] | undefined,
  outcome: Outcome,
  input?: unknown,
  reason?: Refusal | null,
) {
  const text = textFor(key, outcome, input);
  const more = outcome === "done" ? textFor(key, "next", input) : reason && aloud(reason);
  return text ? { text, more } : undefined;
}
