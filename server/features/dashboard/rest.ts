import * as z from "zod";
import { adapter, forPrograms } from "../../api/rest.ts";
import { wireAnnouncement } from "../announcements/rest.ts";
import { procedures } from "./router.ts";

export const rest = forPrograms([
  adapter("GET /resident/dashboard", {
    summary:
      "The newest 200 messages for residents, newest first. Send its ETag when you poll: if nothing changed, the answer is 304.",
    answer: z.array(wireAnnouncement),
    procedure: procedures.resident.messages,
    polled: true,
  }),
]);
