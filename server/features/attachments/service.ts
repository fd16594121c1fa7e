import { extname } from "node:path";
import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { type Db, write } from "../../database/open.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { addFile, type NamedFile } from "../../platform/files/rows.ts";
import { files } from "../../platform/files/table.ts";
import { attachmentsError } from "./errors.ts";
import { addingOf, type KindName, kindOf } from "./schema.ts";
import { attachments } from "./table.ts";

const select = (db: Db, kind: KindName, where: SQL | undefined) =>
  db
    .select({
      id: attachments.id,
      subjectId: attachments.subjectId,
      addedBy: attachments.addedBy,
      stage: attachments.stage,
      fileName: files.fileName,
      mimeType: files.mimeType,
      size: files.size,
      addedAt: files.uploadedAt,
      storedName: files.storedName,
      sha256: files.sha256,
    })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(and(eq(attachments.kind, kind), where))
    .orderBy(asc(attachments.id));

/** An attached file with where it is stored, which stays on the server. */
export type Attachment = ReturnType<ReturnType<typeof select>["all"]>[number];

/** The files of one kind that belong to something, oldest first. */
export const storedFilesOf = (db: Db, kind: KindName, subjectId: string): Attachment[] =>
  select(db, kind, eq(attachments.subjectId, subjectId)).all();

/** The same as people get them. */
export const attachmentsOf = (db: Db, kind: KindName, subjectId: string) =>
  storedFilesOf(db, kind, subjectId).map(shownOf);

/** The same of several things at once, by what they belong to. */
export function attachmentsByOwner(db: Db, kind: KindName, subjectIds: readonly string[]) {
  const byOwner = new Map<string, ReturnType<typeof shownOf>[]>();
  for (const file of select(db, kind, inArray(attachments.subjectId, [...subjectIds])).all())
    byOwner.set(file.subjectId, [...(byOwner.get(file.subjectId) ?? []), shownOf(file)]);
  return byOwner;
}

/** The fields of a file that people get; who added it is not everybody's business. */
export function shownOf(file: Attachment) {
  const { id, subjectId, fileName, mimeType, size, addedAt } = file;
  return { id, subjectId, fileName, mimeType, size, addedAt };
}

/** @param where whose it has to be, if not anybody's. @throws attachments.unknown */
export function attachmentById(db: Db, kind: KindName, id: string, where?: SQL): Attachment {
  const found = select(db, kind, and(eq(attachments.id, id), where)).get();
  if (!found) throw attachmentsError(kind, "unknown");
  return found;
}

/**
 * The same files called photo-1, photo-2 and so on: what somebody called a file may say who made it, or
 * where.
 */
export const numbered = <File extends { fileName: string }>(kind: KindName, all: File[]): File[] =>
  all.map((each, index) => ({
    ...each,
    fileName: `${kindOf(kind).called}-${index + 1}${extname(each.fileName)}`,
  }));

export type Place = Pick<
  typeof attachments.$inferInsert,
  "kind" | "subjectId" | "addedBy" | "stage"
>;

/**
 * Records a file that is completely on disk. A repeated upload adds nothing.
 * @param onAdded does what follows from it, in the same transaction
 * @throws attachments.too_many
 */
export function addAttachment(
  db: Db,
  by: Actor,
  { kind, subjectId, addedBy, stage }: Place,
  file: NamedFile,
  now: Moment,
  onAdded?: () => void,
): Attachment {
  const { subject, called, most } = kindOf(kind);
  const about = { [subject]: subjectId };
  const action = addingOf(kind);
  return write(db, () => {
    const once = { action, input: { ...about, sha256: file.sha256 } };
    const added = createOnce(db, by, now.at, once, () => {
      const there = storedFilesOf(db, kind, subjectId);
      const replaced = most === 1 ? there[0] : undefined;
      if (replaced?.sha256 === file.sha256) return replaced.id;
      if (replaced) db.delete(attachments).where(eq(attachments.id, replaced.id)).run();
      else if (there.length >= most) throw attachmentsError(kind, "too_many");
      const id = newId();
      const fileId = addFile(db, file, { by: addedBy, at: now.at, unnamed: called });
      db.insert(attachments).values({ id, kind, subjectId, fileId, addedBy, stage }).run();
      recordChange(db, by, now.at, {
        action,
        subjectId: id,
        ...(replaced && { before: { size: replaced.size, sha256: replaced.sha256 } }),
        after: { ...about, ...(stage && { stage }), size: file.size, sha256: file.sha256 },
      });
      onAdded?.();
      return id;
    });
    return attachmentById(db, kind, added);
  });
}

/** Takes a file away from what it belongs to. It goes in a cleanup. @throws attachments.unknown */
export function removeAttachment(db: Db, by: Actor, kind: KindName, id: string, now: Moment): void {
  write(db, () => {
    const { subjectId } = attachmentById(db, kind, id);
    db.delete(attachments).where(eq(attachments.id, id)).run();
    // Without the file's name: it may be somebody's, who may be erased later.
    const before = { [kindOf(kind).subject]: subjectId };
    recordChange(db, by, now.at, { action: `${kind}.remove`, subjectId: id, before });
  });
}
