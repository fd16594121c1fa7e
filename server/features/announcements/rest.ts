import * as z from "zod";
import { adapter, forPrograms } from "../../api/rest.ts";
import { procedures } from "./router.ts";
import { newAnnouncement, senders } from "./schema.ts";

export const wireAnnouncement = z.strictObject({
  id: z.string(),
  sender: z.enum(senders),
  message: z.string(),
  date: z.iso.datetime(),
});

export const rest = forPrograms([
  adapter("GET /announcements", {
    summary: "All announcements, newest first.",
    answer: z.array(wireAnnouncement),
    procedure: procedures.member.all,
    row: (announcement) => announcement,
  }),
  adapter("POST /admin/announcements", {
    summary: "Posts an announcement as an admin.",
    body: newAnnouncement,
    answer: wireAnnouncement,
    status: 201,
    creates: true,
    procedure: procedures.admin.post,
    input: ({ body }) => body,
  }),
  adapter("POST /staff/announcements", {
    summary: "Posts an announcement as staff.",
    body: newAnnouncement,
    answer: wireAnnouncement,
    status: 201,
    creates: true,
    procedure: procedures.staff.post,
    input: ({ body }) => body,
  }),
]);
