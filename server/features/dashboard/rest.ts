import * as z from "zod";
import { adapter } from "../../rest.ts";
import { wireAnnouncement } from "../announcements/rest.ts";

export const dashboardRest = [
  adapter("GET /resident/dashboard", {
    summary: "The resident's messages, newest first. Some clients poll this without a pause.",
    answer: z.array(wireAnnouncement),
    call: (api) => api.resident.dashboard.messages,
  }),
];
