import * as z from "zod";
import { adapter, done, forPrograms } from "../../../api/rest.ts";
import { downloadOf, uploadOf } from "../../attachments/upload.ts";
import { newNotice, senders, withdrawal } from "../schema.ts";
import { tell } from "./audience.ts";
import { fileFor } from "./files.ts";
import { procedures } from "./router.ts";
import { noticeById, noticeToChange } from "./service.ts";

const notice = z.strictObject({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  sender: z.enum(senders),
  date: z.iso.datetime(),
  urgent: z.boolean(),
  from: z.string().nullable(),
  until: z.string().nullable(),
  pinned: z.boolean(),
});

const wireOf = (row: z.output<typeof notice>) => {
  const { id, title, message, sender, date, urgent, from, until, pinned } = row;
  return { id, title, message, sender, date, urgent, from, until, pinned };
};

export const rest = forPrograms([
  adapter("POST /notices", {
    summary: "Posts a notice to everybody, or to some. One without a title is an announcement.",
    body: newNotice,
    answer: notice,
    status: 201,
    errors: [
      ...(["announcements.ends_first", "announcements.over", "units.unknown"] as const),
      ...(["announcements.ends_before_outage", "request.key_reused"] as const),
    ],
    procedure: procedures.staff.post,
    forAdmins: procedures.admin.post,
    input: ({ body }) => body,
    output: wireOf,
  }),
  adapter("GET /notices", {
    summary: "The notices for whoever asks that are shown today, pinned ones first.",
    answer: z.array(notice.extend({ readAt: z.string().nullable() })),
    procedure: procedures.member.mine,
    output: (rows) =>
      rows.filter((row) => !row.isPlanned).map((row) => ({ ...wireOf(row), readAt: row.readAt })),
  }),
  adapter("POST /notices/:announcementId/read", {
    summary: "Says that one has read a notice.",
    answer: done,
    errors: ["announcements.unknown"],
    procedure: procedures.member.read,
    input: ({ params }) => params,
    output: () => ({ message: "Noted, thank you." }),
  }),
  adapter("GET /notices/:announcementId/readers", {
    summary: "How many have read a notice, and who has not.",
    answer: z.strictObject({
      read: z.int(),
      of: z.int(),
      unread: z.array(z.strictObject({ personId: z.string(), name: z.string(), unit: z.string() })),
    }),
    errors: ["announcements.unknown"],
    procedure: procedures.admin.readers,
    input: ({ params }) => params,
    output: ({ read, of, unread }) => ({ read, of, unread }),
  }),
  adapter("DELETE /notices/:announcementId", {
    summary: "Withdraws a notice. The trail keeps it, with the reason.",
    body: withdrawal.pick({ reason: true }).optional(),
    answer: done,
    errors: ["announcements.unknown", "announcements.not_yours"],
    procedure: procedures.member.withdraw,
    input: ({ params, body }) => ({ ...params, ...body }),
    output: () => ({ message: "The notice is withdrawn." }),
  }),
  uploadOf("POST /notices/:announcementId/files", "noticeFiles", {
    creates: true,
    summary: "Adds a file to a notice: PDF, JPEG, PNG, WebP or HEIC. By its author, or an admin.",
    admission: { for: "Staff" },
    to: ({ db, account, now }, { announcementId = "" }) =>
      noticeToChange(db, account, announcementId, now().today).id,
    told: ({ db, now }, by, id) => tell(db, by, noticeById(db, id), now()),
    status: 201,
    message: "File added",
    errors: ["announcements.unknown", "announcements.not_yours"],
  }),
  downloadOf("GET /notices/:announcementId/files/:fileId", {
    summary: "A file of a notice, for those whom it is for.",
    admission: { for: "member" },
    errors: ["announcements.unknown"],
    find: ({ db, account, now }, fileId, { announcementId = "" }) =>
      fileFor(db, account, { announcementId, fileId }, now().today),
  }),
]);
