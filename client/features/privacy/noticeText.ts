import type { Answers } from "../../trpc.ts";

export type Notice = Answers["public"]["privacy"]["notice"];

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const years = (count: number) => (count === 1 ? "1 year" : `${count} years`);

/** One kind of what is kept. */
export interface Kept {
  what: string;
  why: string;
  long: string;
  who: string;
}

/** What is kept, from the same settings that decide when it goes. */
export const keptOf = ({ visitorDays, proofYears, sessionDays }: Notice): Kept[] => [
  {
    what: "Your name, unit, email, cell phone and username",
    why: "So that the building can reach you and you can sign in. The body corporate needs it to do its duties (s 11(1)(c) and (f)).",
    long: "While you live or work here. After you were removed, until an admin erases you.",
    who: "The admins, and you. Staff see the unit and name with a maintenance request.",
  },
  {
    what: "Your ID or passport number",
    why: "So that a fine or a notice reaches the right person (s 11(1)(f)).",
    long: "As long as your name.",
    who: "You. It is kept encrypted, and admins see its last four characters. An admin can look at all of it, and every look is noted.",
  },
  {
    what: "Fines and the proofs of payment you send",
    why: "They are part of the building's books (s 11(1)(c)).",
    long: `The fines stay, without your name once you are erased. The proofs of who was erased go ${years(proofYears)} after they were sent.`,
    who: "The admins, and you.",
  },
  {
    what: "Maintenance requests",
    why: "So that what is broken is mended and it is known what was done.",
    long: "They stay with the building, without your name once you are erased. Write nothing about a person into one.",
    who: "Staff, the admins, and you.",
  },
  {
    what: "Your visitors: name, email, and when they came and left",
    why: "For the safety of everybody in the building (s 11(1)(f)).",
    long: `Name and email go ${days(visitorDays)} after a visitor was signed out. That there was a visit stays.`,
    who: "The admins, and you, while the visitor is in.",
  },
  {
    what: "Your password and the devices you are signed in on",
    why: "So that nobody else gets in.",
    long: `The password as a hash nobody can turn back. A device at most ${days(sessionDays)}, or until you sign out.`,
    who: "You.",
  },
  {
    what: "The audit trail: who changed what, when, and from which device and network address",
    why: "So that nothing is changed unseen (s 19).",
    long: "It stays, because a trail with gaps proves nothing. What it says of you goes when you are erased.",
    who: "The admins. What you did is in your own download.",
  },
];

/** Where it lies. */
export function placesOf(notice: Notice): string[] {
  return [
    "Everything lies on one machine in the building. Nothing is sent to a cloud, and nobody follows you around.",
    `Backups are made every night and kept for up to 12 months${notice.backupsElsewhere ? ", on a second disk too" : ""}. ${
      notice.backupsEncrypted ? "They are encrypted." : "The admins lock them up."
    } What was erased is in older backups until those go.`,
    ...(notice.mail ? ["Mails to you go through the building's mail provider."] : []),
    ...(notice.provider ? ["If you sign in with an outside provider, it knows when you do."] : []),
  ];
}

/** What somebody may ask for. */
export const rights: readonly [right: string, how: string][] = [
  ["See what is kept of you (s 23)", "Your profile has it all as one download."],
  [
    "Have it corrected or deleted (s 24)",
    "Change your cell phone and email in your profile; ask for the rest.",
  ],
  ["Object (s 11(3))", "Say to what and why; the law may still want some of it kept."],
  [
    "Be told when it got into the wrong hands (s 22)",
    "The building tells you and the Information Regulator as soon as it reasonably can.",
  ],
  [
    "Complain (s 74)",
    "To the Information Regulator of South Africa, if the building does not help you.",
  ],
];
