/** A sort of attached file: its rules and its names. The client reads it too. */
export interface AttachmentKind {
  /** The word that people use for one of them. */
  called: string;
  /** The name of what it belongs to, in answers and in the trail. */
  subject: string;
  /** The accepted types by content, each with the ending of its files. */
  types: Readonly<Record<string, string>>;
  /** The largest file, in bytes. */
  maxBytes: number;
  /** The most for one subject, because disk space is limited. Where it is 1, another replaces it. */
  most: number;
  /** The advice when there are as many. */
  whenFull?: string;
  /** The most dots of a picture, if fewer than for others. */
  mostDots?: number;
  /** For staff and admins among themselves: in nobody's data export. */
  internal?: boolean;
  /** Browsers send pictures as JPEG with at most this many dots. Without it, only those too large. */
  dotsSent?: number;
  /** The words of the trail for adding and removing one, after a person's name. */
  added: string;
  removed?: string;
}

const megabyte = 1024 * 1024;
/** Every browser shows these. */
const pictures = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };
const photos = { ...pictures, "image/heic": "heic", "image/heif": "heif" };

/** Every sort of attached file, by its name in the database and before the dot in the trail. */
export const attachmentKinds = {
  /** Files that show that a fine was paid. */
  proofs: {
    called: "payment proof",
    subject: "fineId",
    types: { "application/pdf": "pdf", ...photos },
    maxBytes: 10 * megabyte,
    most: 20,
    whenFull: "Ask an admin to look at them.",
    added: "sent a payment proof",
  },
  /** Photos of what a fine is for. */
  evidence: {
    called: "photo",
    subject: "fineId",
    types: photos,
    maxBytes: 10 * megabyte,
    most: 10,
    // Enough to see what happened, and quickly sent.
    dotsSent: 5e6,
    added: "added a photo to a fine",
    removed: "removed a photo from a fine",
  },
  /** Photos of what is broken, and of what was done. */
  requestPhotos: {
    called: "photo",
    subject: "requestId",
    types: photos,
    maxBytes: 10 * megabyte,
    most: 20,
    whenFull: "Write what else there is to see.",
    dotsSent: 5e6,
    added: "added a photo to a maintenance request",
    removed: "removed a photo from a maintenance request",
  },
  /** Photos and papers of a request, such as a quote, that no resident gets. */
  internalFiles: {
    called: "file",
    subject: "requestId",
    types: { "application/pdf": "pdf", ...photos },
    maxBytes: 10 * megabyte,
    most: 20,
    dotsSent: 5e6,
    internal: true,
    added: "added an internal file to a maintenance request",
    removed: "removed an internal file from a maintenance request",
  },
  /** Files of a notice: a form, a plan, a photo. */
  noticeFiles: {
    called: "file",
    subject: "announcementId",
    types: { "application/pdf": "pdf", ...photos },
    maxBytes: 10 * megabyte,
    most: 10,
    dotsSent: 5e6,
    added: "added a file to a notice",
    removed: "removed a file from a notice",
  },
  /** The picture of the building, which everybody sees, also before signing in. */
  picture: {
    called: "picture",
    subject: "building",
    types: pictures,
    maxBytes: 2 * megabyte,
    most: 1,
    // Phones decode it on every page, and load it with the login page.
    mostDots: 16e6,
    dotsSent: 5e5,
    added: "chose a picture of the building",
    removed: "removed the picture of the building",
  },
} satisfies Record<string, AttachmentKind>;

export type KindName = keyof typeof attachmentKinds;
/** The same with all that a kind may have. */
export const kindOf = (name: KindName): AttachmentKind => attachmentKinds[name];

/** Why a file is not attached, each with what to do. The words in braces depend on the kind. */
export const attachmentRefusals = {
  no_file: "No {called} arrived. Choose a {types} and send it again.",
  too_large: "This file is larger than {size}. Choose a smaller one.",
  wrong_type: "This file is not a {types}. Choose another.",
  archive: "There is a ZIP archive hidden in this file. Please send only the {called}.",
  too_many_dots:
    "This picture has more than {dots} million dots (pixels), too many for many devices to open. Please send a smaller one.",
  broken: "This picture is broken. Please send another, or a screenshot of it.",
  says_where: "Stoep cannot remove the place from this {type} photo. Send it as JPEG.",
  cut_off: "The upload stopped halfway. Send the {called} again.",
  too_many: "There are already {most} of these here. {whenFull}",
  unknown: "This {called} could not be found. Reload the page.",
} as const;
export type AttachmentRefusal = keyof typeof attachmentRefusals;

/** The name of adding one in the trail: a file that there is only one of is set. */
export const addingOf = (kind: KindName) => `${kind}.${kindOf(kind).most === 1 ? "set" : "add"}`;

const typeNames: Readonly<Record<string, string>> = {
  pdf: "PDF",
  jpg: "JPEG",
  png: "PNG",
  webp: "WebP",
  heic: "HEIC",
  heif: "HEIC",
};

/** A refusal in the words of its kind. @param mimeType the type of the file, if it is known */
export function refusalWords(name: KindName, why: AttachmentRefusal, mimeType = ""): string {
  const { called, types, maxBytes, mostDots = 120e6, most, whenFull } = kindOf(name);
  const names = [...new Set(Object.values(types).map((ending) => typeNames[ending]))];
  const words: Readonly<Record<string, string | number | undefined>> = {
    called,
    types: `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`,
    size: `${maxBytes / megabyte} MB`,
    dots: mostDots / 1e6,
    type: typeNames[types[mimeType] ?? "heic"],
    most,
    whenFull: whenFull ?? "Remove one first.",
  };
  return attachmentRefusals[why].replace(/\{(\w+)\}/g, (_, word: string) => String(words[word]));
}
