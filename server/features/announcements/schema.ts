import * as z from "zod";
import { id, ofProfile, text } from "../../platform/validation/schema.ts";

/** The role in whose name an announcement is made, as the list shows it. */
export const senders = ["admin", "staff"] as const;
export type Sender = (typeof senders)[number];

export const newAnnouncement = z.strictObject({ message: text(2000) });
export const newStaffAnnouncement = z.strictObject({
  ...ofProfile.shape,
  ...newAnnouncement.shape,
});
export const oneAnnouncement = z.strictObject({ announcementId: id });
export const oneStaffAnnouncement = oneAnnouncement.extend(ofProfile.shape);
