/** A plain-text mail without its recipient. */
export interface Message {
  subject: string;
  text: string;
}

// Control characters, line separators and direction marks.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The text on one line: what people type into a name cannot start a header or paragraph. */
export const oneLine = (text: string): string => text.replace(unseen, " ").trim();

const letter = (
  building: string,
  name: string,
  subject: string,
  paragraphs: string[],
): Message => ({
  subject: `${oneLine(building)}: ${subject}`,
  text: `${[`Hello ${oneLine(name)}`, ...paragraphs, oneLine(building)].join("\n\n")}\n`,
});

/** A mail to somebody new: the link lets them choose their own password. */
export const inviteMail = (building: string, name: string, link: string): Message =>
  letter(building, name, "your invitation", [
    `${oneLine(building)} has an account for you. Choose your password here:`,
    link,
    "The link works once, within 7 days. If it has expired, ask an admin of your building for a new one.",
  ]);

export const resetMail = (building: string, name: string, link: string): Message =>
  letter(building, name, "choose a new password", [
    "Somebody asked for a new password for your account. Choose it here:",
    link,
    "The link works once, within 7 days. If you did not ask for it, ignore this mail. Your password stays the same.",
  ]);

/** A mail to a person's old address, in case they did not change it. The new one is not in it. */
export const addressChangedMail = (building: string, name: string): Message =>
  letter(building, name, "your email address was changed", [
    "Your account now has a different email address, and mail from the building will go there.",
    "If you changed it yourself, you need not do anything.",
    "If you did not, log in with your username and change the address back on your profile. Also change your password there and press Sign out everywhere. If you cannot log in, ask an admin of your building.",
  ]);

/** A mail to the previous address of somebody who does not log in. */
export const emailReplacedMail = (building: string, name: string): Message =>
  letter(building, name, "your email address was changed", [
    "An admin of your building has entered a different email address for you, and mail from the building will go there.",
    "If that is wrong, tell an admin.",
  ]);

/** A mail about details that an admin corrected. @param details such as `cell phone number` */
export const correctedMail = (building: string, name: string, details: string[]): Message =>
  letter(building, name, "your details were corrected", [
    `An admin of your building has corrected what it knows about you: ${details.join(", ")}.`,
    "If you log in, you see it under About me. If something is wrong, tell an admin.",
  ]);

/** A mail to somebody whose email another person of the building now has too. */
export const emailSharedMail = (building: string, name: string, username: string): Message =>
  letter(building, name, "log in with your username from now on", [
    `Somebody else in the building now has the same email address as you. So you log in with your username from now on: ${oneLine(username)}`,
    "Your password stays the same. If you forget it, ask an admin of your building, because links for a new one no longer go to this address.",
    "If you do not know who that could be, tell an admin.",
  ]);

/** Asks a person to confirm their address. Signing in does not depend on it. */
export const verificationMail = (building: string, name: string, link: string): Message =>
  letter(building, name, "confirm your email address", [
    "Please confirm that this is your email address:",
    link,
    "The link works once, within 7 days. If you do not know this building, ignore this mail.",
  ]);

interface DecidedChange {
  kind: "sale" | "tenant" | "occupant" | "moves out";
  unit: string;
  state: "Confirmed" | "Refused";
  reason: string;
}

const changeWords = {
  sale: "has a new owner",
  tenant: "has a new tenant",
  occupant: "has somebody new living in it",
  "moves out": "has somebody who moves out",
} as const;

/** A mail to who announced a change, when an admin has confirmed or refused it. */
export const changeDecidedMail = (
  building: string,
  name: string,
  { kind, unit, state, reason }: DecidedChange,
): Message =>
  letter(building, name, `your announcement was ${state.toLowerCase()}`, [
    `You told us that ${oneLine(unit)} ${changeWords[kind]}.`,
    ...(state === "Confirmed"
      ? ["That is confirmed, and in the building's register now. You need not do anything."]
      : [
          `It was not entered in the building's register. The reason: ${oneLine(reason)}`,
          "If that is a mistake, announce it again on your page Changes, or ask an admin.",
        ]),
  ]);

/** Something that has changed: a line, of a notice its text, and the subject if that may not have the line. */
interface NewThing {
  head: string;
  body?: string;
  subject?: string;
}

/** The most things that one mail tells of. */
const mostTold = 20;
const mostInSubject = 80;

/**
 * A mail with the news since the person last looked, newest first.
 * @param addresses of the building's screens, and of the page where they choose how often it comes
 */
export function newsMail(
  building: string,
  name: string,
  news: readonly NewThing[],
  often: "at once" | "daily",
  { home, profile }: { home: string; profile: string },
): Message {
  const [first] = news;
  const subject =
    first && news.length === 1
      ? oneLine(first.subject ?? `${first.head}${first.body ? `: ${first.body}` : ""}`).slice(
          0,
          mostInSubject,
        )
      : `${news.length} things are new`;
  const more = news.length - mostTold;
  return letter(building, name, subject, [
    "This is new since you last opened Stoep:",
    ...news.slice(0, mostTold).map(thingOf),
    ...(more > 0 ? [`And ${more} more.`] : []),
    `Read more in Stoep: ${home}`,
    `You get these mails ${often === "daily" ? "once a day at most" : "as soon as something is new"}. To get them at once, once a day or never, open your profile: ${profile}`,
  ]);
}

/** Text that people typed is indented, so that it cannot look like the letter's own words. */
const thingOf = ({ head, body }: NewThing): string =>
  [`- ${oneLine(head)}`, ...(body ?? "").split("\n").map((line) => `  ${oneLine(line)}`.trimEnd())]
    .join("\n")
    .trimEnd();
