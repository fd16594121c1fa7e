import type { Db } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import type { Moment } from "../../../platform/clock/clock.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { type Attachment, removeAttachment, storedFilesOf } from "../../attachments/service.ts";
import { buildingError } from "../errors.ts";

/** The subject that the picture belongs to: there is only one building. */
export const building = "building";

/** The same for the same picture: a part of its address, which devices may store for good. */
export const versionOf = ({ sha256 }: Attachment): string => sha256.slice(0, 16);

/** The file of the picture; undefined if there is none. */
const findPicture = (db: Db) => storedFilesOf(db, "picture", building)[0];

/** @throws picture.none */
export function pictureOf(db: Db): Attachment {
  const picture = findPicture(db);
  if (!picture) throw buildingError("picture.none");
  return picture;
}

/** The facts of the building for everybody: its name, and the version of its picture if it has one. */
export function brandingOf(db: Db) {
  const picture = findPicture(db);
  return { name: readSetting(db, "buildingName"), picture: picture ? versionOf(picture) : null };
}

/** Removes the picture; its file goes in a cleanup. @throws picture.none */
export const removePicture = (db: Db, by: Actor, now: Moment): void =>
  removeAttachment(db, by, "picture", pictureOf(db).id, now);
