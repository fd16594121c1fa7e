import * as z from "zod";
import { forPrograms, publicFile } from "../../../api/rest.ts";
import { sendPicture } from "../../../platform/files/send.ts";
import { uploadOf } from "../../attachments/upload.ts";
import { building, pictureOf, versionOf } from "./service.ts";

export const rest = forPrograms([
  uploadOf("POST /admin/building/picture", "picture", {
    summary:
      "The picture of the building: JPEG, PNG or WebP, up to 2 MB; its metadata is left out.",
    admission: { for: "Admin" },
    to: () => building,
    message: "Picture saved",
    answer: { shape: { version: z.string() }, of: (added) => ({ version: versionOf(added) }) },
  }),
  publicFile("GET /building/picture/:version", {
    summary: "The picture of the building, for everybody. Devices may store it under its version.",
    answer: z.file(),
    errors: ["picture.none"],
    handle: async (ctx, request, reply) => {
      const picture = pictureOf(ctx.db);
      // A page that was opened before a change asks for an earlier version.
      const { version } = request.params as Record<string, string>;
      return sendPicture(reply, ctx, picture, version === versionOf(picture));
    },
  }),
]);
