import { eq } from "drizzle-orm";
import { type Db, prepared, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import type { Moment } from "../../../platform/clock/clock.ts";
import { addFile, type NamedFile } from "../../../platform/files/rows.ts";
import { files } from "../../../platform/files/table.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { buildingError } from "../errors.ts";
import { buildingPictures } from "./table.ts";

/** The id of the only row. */
const building = "building";

const find = prepared((db) =>
  db
    .select({
      storedName: files.storedName,
      fileName: files.fileName,
      mimeType: files.mimeType,
      size: files.size,
      sha256: files.sha256,
    })
    .from(buildingPictures)
    .innerJoin(files, eq(files.id, buildingPictures.fileId))
    .where(eq(buildingPictures.id, building))
    .prepare(),
);

/** The same for the same picture: a part of its address, which devices may store for good. */
const versionOf = ({ sha256 }: { sha256: string }): string => sha256.slice(0, 16);

/** The file of the picture with its version; null if there is none. */
export function pictureOf(db: Db) {
  const file = find(db).get();
  return file ? { ...file, version: versionOf(file) } : null;
}

/** What everybody may know of the building: its name, and the version of its picture if it has one. */
export const brandingOf = (db: Db) => ({
  name: readSetting(db, "buildingName"),
  picture: pictureOf(db)?.version ?? null,
});

/**
 * Makes a file that is completely on disk the picture of the building, instead of an earlier one. The
 * same picture again changes nothing.
 * @returns its version
 */
export function setPicture(
  db: Db,
  by: Actor & { accountId: string },
  file: NamedFile,
  now: Moment,
): string {
  return write(db, () => {
    const before = pictureOf(db);
    if (before?.sha256 !== file.sha256) {
      const fileId = addFile(db, file, { by: by.accountId, at: now.at, unnamed: building });
      db.delete(buildingPictures).run();
      db.insert(buildingPictures).values({ id: building, fileId }).run();
      const after = { size: file.size, sha256: file.sha256 };
      recordChange(db, by, now.at, {
        action: "picture.set",
        subjectId: building,
        ...(before && { before: { size: before.size, sha256: before.sha256 } }),
        after,
      });
    }
    return versionOf(file);
  });
}

/** Removes the picture; its file goes in a cleanup. @throws picture.none */
export function removePicture(db: Db, by: Actor, now: Moment): void {
  write(db, () => {
    const picture = pictureOf(db);
    if (!picture) throw buildingError("picture.none");
    db.delete(buildingPictures).run();
    const before = { size: picture.size, sha256: picture.sha256 };
    recordChange(db, by, now.at, { action: "picture.remove", subjectId: building, before });
  });
}
