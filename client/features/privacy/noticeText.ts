import type { Answers } from "../../trpc.ts";
import { counted } from "../../ui/plural.ts";

export type Notice = Answers["public"]["privacy"]["notice"];

export const retainedDataOf = ({ visitorDays, proofYears, sessionDays }: Notice) => [
  {
    what: "Your name, unit, email, cell phone, other telephone, address for letters and username",
    why: "So that the building can reach you and you can sign in. The body corporate needs it to do its duties (s 11(1)(c) and (f)).",
    long: "While you live or work here. After you were removed, until an admin erases you.",
    who: "The admins, and you. Staff see your name, unit, email and telephones with a maintenance request. Staff of the trade Security see the name and unit of whoever has visitors, and your numbers when nobody in your unit answers the gate. If you work here, everybody sees your name on your notices, and residents on their requests.",
  },
  {
    what: "Your ID or passport number",
    why: "The body corporate must have it in its lists of owners, tenants and trustees (s 11(1)(c)).",
    long: "As long as your name.",
    who: "You. It is kept encrypted, and admins see its last four characters. An admin can look at all of it, and each look is recorded.",
  },
  {
    what: "Which unit you own, rent or live in and since when, your share and vote, your terms as a trustee, and which letters and mails you were sent",
    why: "So that the register is right, and we know whom we wrote to. The body corporate must keep lists of its owners, tenants and trustees (s 11(1)(c)).",
    long: "It stays in the register, but without your name once you are erased; which mails you were sent is then deleted.",
    who: "The admins, and you. Owners see the names of those who live in their unit.",
  },
  {
    what: "Fines and the proofs of payment you send",
    why: "They are part of the building's books (s 11(1)(c)).",
    long: `The fines are kept, but without your name once you are erased. Your proofs are then deleted ${counted(proofYears, "year")} after you sent them.`,
    who: "The admins, and you.",
  },
  {
    what: "Maintenance requests, with photos, what you and the staff write about them, and your rating",
    why: "So that we can mend what is broken and know what was done.",
    long: "They stay with the building, but without your name once you are erased; your photos and what you wrote later are then deleted. If you work here, what you wrote on others' requests stays as it is. Please write nothing about other people in them.",
    who: "Staff, the admins, and you. Staff and admins also keep internal notes, which you do not see; ask us for what they say about you.",
  },
  {
    what: "Your visitors, also those you announce: name, email, number plate, and when they came and left",
    why: "For the safety of everybody in the building (s 11(1)(f)).",
    long: `Name and email are erased ${counted(visitorDays, "day")} after a visitor was signed out or should have come, and so are the number plate and the code. We keep only that there was a visit.`,
    who: "The admins, staff of the trade Security, and you. If nobody announced a visitor, everybody in your unit is asked, with the visitor's name and number plate.",
  },
  {
    what: "The notices that you post, and which ones you said you have read",
    why: "So that the building knows what it was told, and whom an urgent one has not reached (s 11(1)(f)).",
    long: "A notice stays, but without your name once you are erased; what you have read is then deleted.",
    who: "Whom a notice is for. Who has read it, the admins.",
  },
  {
    what: "What you or somebody else announced: who buys, moves in or moves out, with email and telephone",
    why: "So that the register of owners and occupants is right (s 13(1)(f) of the Sectional Titles Schemes Management Act).",
    long: `Email and telephone are erased ${counted(visitorDays, "day")} after an admin decided. So are the name and what was written with it, if they did not come. Otherwise the name is erased when the person is.`,
    who: "The admins, and who announced it.",
  },
  {
    what: "Your password and the devices you are signed in on",
    why: "So that nobody else gets in.",
    long: `We keep your password only in a form that nobody can turn back into the password. A login ends after at most ${counted(sessionDays, "day")}, or when you sign out. That you used a browser is remembered for 400 days after your last login there, or until you sign out everywhere.`,
    who: "You.",
  },
  {
    what: "The audit trail: who changed what, when, and from which device and network address",
    why: "So that nobody can change anything without a trace (s 19).",
    long: "It is kept, because a trail with gaps proves nothing. What it says about you is erased when you are.",
    who: "The admins. What you did is in your own download.",
  },
];

export function placesOf(notice: Notice): string[] {
  return [
    "Everything is kept on one machine in the building. Nothing is sent to a cloud, and nobody tracks you.",
    `Backups are made every night and kept for up to 12 months${notice.backupsElsewhere ? ", on a second disk too" : ""}. ${
      notice.backupsEncrypted ? "They are encrypted." : "The admins keep them locked away."
    } What was erased stays in older backups until those are deleted.`,
    ...(notice.mail
      ? [
          "Mails to you go through the building's mail provider. On your profile you choose whether news comes by mail.",
        ]
      : []),
    ...(notice.push
      ? [
          "If you turn on notifications on a device, they go through the service of your browser's maker, which cannot read them. On your profile you choose what a locked screen shows.",
        ]
      : []),
    ...(notice.provider ? ["If you sign in with an outside provider, it knows when you do."] : []),
  ];
}

export const rights: readonly [right: string, how: string][] = [
  [
    "See what is kept about you (s 23)",
    "You can download it on your profile, except the staff's internal notes on requests. Ask us for those.",
  ],
  [
    "Have it corrected or deleted (s 24)",
    "Change your cell phone and email on your profile, and ask us for the rest.",
  ],
  [
    "Object (s 11(3))",
    "Tell us what you object to and why. The law may still make us keep some of it.",
  ],
  [
    "Be told if it gets into the wrong hands (s 22)",
    "The building will tell you and the Information Regulator as soon as it reasonably can.",
  ],
  [
    "Complain (s 74)",
    "To the Information Regulator of South Africa, if the building does not help you.",
  ],
];
