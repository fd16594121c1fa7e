import * as z from "zod";
import { adapter } from "../../rest.ts";
import { newAnnouncement, senders } from "./schema.ts";

export const wireAnnouncement = z.strictObject({
  id: z.string(),
  sender: z.enum(senders),
  message: z.string(),
  date: z.iso.datetime(),
});

export const announcementsRest = [
  adapter("GET /announcements", {
    summary: "What the building was told, newest first.",
    answer: z.array(wireAnnouncement),
    call: (api) => api.member.announcements.all,
    input: () => ({ limit: "all" as const }),
    output: ({ rows }) => rows,
  }),
  adapter("POST /admin/announcements", {
    summary: "Tells the building something, as an admin.",
    body: newAnnouncement,
    answer: wireAnnouncement,
    status: 201,
    call: (api) => api.admin.announcements.post,
    input: ({ body }) => body,
  }),
  adapter("POST /staff/announcements", {
    summary: "Tells the building something, as staff.",
    body: newAnnouncement,
    answer: wireAnnouncement,
    status: 201,
    call: (api) => api.staff.announcements.post,
    input: ({ body }) => body,
  }),
];
