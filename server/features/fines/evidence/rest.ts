import { ne } from "drizzle-orm";
import { isAdmin } from "../../../api/procedures.ts";
import { forPrograms } from "../../../api/rest.ts";
import { personalAbout } from "../../attachments/personal.ts";
import { attachmentById } from "../../attachments/service.ts";
import { downloadOf, uploadOf } from "../../attachments/upload.ts";
import { withdrawn } from "../schema.ts";
import { fineById, tellOfFine } from "../service.ts";
import { fines } from "../table.ts";
import { photoFor } from "./service.ts";

export const rest = forPrograms([
  uploadOf("POST /admin/fines/:fineId/evidence", "evidence", {
    creates: true,
    summary: "Adds a photo of what a fine is for: JPEG, PNG, WebP or HEIC, up to 10 MB.",
    admission: { for: "Admin" },
    to: ({ db }, { fineId = "" }) => fineById(db, fineId).id,
    told: ({ db, now }, by, id) => tellOfFine(db, by, fineById(db, id), now()),
    message: "Photo added",
    errors: ["fines.unknown"],
    personal: personalAbout("evidence", {
      id: fines.id,
      person: fines.residentId,
      shown: ne(fines.status, withdrawn),
    }),
  }),
  downloadOf("GET /fine-evidence/:evidenceId/file", {
    summary:
      "A photo of what a fine is for, for admins, and for the person who was fined until the fine is withdrawn.",
    admission: { for: "Resident" },
    find: ({ db, account }, id) =>
      isAdmin(account) ? attachmentById(db, "evidence", id) : photoFor(db, account.id, id),
  }),
]);
