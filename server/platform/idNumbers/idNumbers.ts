import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { type Db, oncePerDatabase } from "../../database/open.ts";
import { AppError } from "../../errors.ts";
import { idNumbersError } from "./errors.ts";
import { type Keys, makeKey, readKeys } from "./keys.ts";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** `v1.`, the key's id, `.`, then IV, ciphertext and tag. It is longer than any ID number. */
const sealedForm = /^v1\.([\da-f]{8})\.([\w-]{38,})$/;

interface Ring {
  /** The folder for keys, beside the database; null for one in memory. */
  folder: string | null;
  keys: Keys;
}

const ringOf = oncePerDatabase((db): Ring => {
  const { memory, name } = db.$client;
  const folder = memory ? null : join(dirname(name), "secrets");
  return { folder, keys: folder ? readKeys(folder) : new Map() };
});

function sealingKey(db: Db): [id: string, key: Buffer] {
  const ring = ringOf(db);
  // Another process may have made one meanwhile.
  if (ring.keys.size === 0 && ring.folder) ring.keys = readKeys(ring.folder);
  const [first] = ring.keys;
  if (first) return first;
  const made = makeKey(ring.folder);
  ring.keys.set(...made);
  return made;
}

/** The key with this id. Also finds one that was put into the folder later. */
function openingKey(db: Db, id: string): Buffer | undefined {
  const ring = ringOf(db);
  if (!ring.keys.has(id) && ring.folder) ring.keys = readKeys(ring.folder);
  return ring.keys.get(id);
}

/** @param place column and row, authenticated too, so that the text cannot be moved */
export function seal(db: Db, place: string, text: string): string {
  const [id, key] = sealingKey(db);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final()]);
  return `v1.${id}.${Buffer.concat([body, cipher.getAuthTag()]).toString("base64url")}`;
}

export function unseal(db: Db, place: string, sealed: string): string | null {
  const [, id = "", text = ""] = sealedForm.exec(sealed) ?? [];
  const key = openingKey(db, id);
  if (!key) return null;
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    const body = decipher.update(bytes.subarray(ivBytes, -tagBytes));
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** Older numbers were encrypted in the table of accounts, and its name is part of what is checked. */
const placeOf = (personId: string) => `accounts.id_number ${personId}`;

/** Encrypts an ID or passport number. An empty one stays empty. */
export const sealIdNumber = (db: Db, personId: string, idNumber: string): string =>
  idNumber && seal(db, placeOf(personId), idNumber);

/** @throws people.id_number_lost when the key is gone, or the text was moved or changed */
export function openIdNumber(db: Db, personId: string, sealed: string): string {
  const [, id] = sealedForm.exec(sealed) ?? [];
  if (!id) return sealed;
  if (!openingKey(db, id))
    throw idNumbersError("people.id_number_lost", {
      message: `The key of this ID number is not there; put the file identity-${id}.key from a backup back into the folder secrets.`,
    });
  const idNumber = unseal(db, placeOf(personId), sealed);
  if (idNumber === null) throw idNumbersError("people.id_number_lost");
  return idNumber;
}

/** The last four characters of a number, or none of a short one. */
export const maskIdNumber = (idNumber: string): string =>
  idNumber.length > 6 ? `•••• ${idNumber.slice(-4)}` : idNumber && "••••";

/** The masked number. If it cannot be decrypted, this only shows that there is one. */
export function maskedIdNumber(db: Db, personId: string, sealed: string): string {
  try {
    return maskIdNumber(openIdNumber(db, personId, sealed));
  } catch (error) {
    if (error instanceof AppError) return "••••";
    throw error;
  }
}

/** A keyed hash of a number, to compare numbers without showing them. */
export const printOf = (db: Db, idNumber: string): string =>
  createHmac("sha256", sealingKey(db)[1]).update(idNumber).digest("base64url");
