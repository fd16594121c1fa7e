import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { forPrograms, publicFile, type SignedInContext, streamAdapter } from "../../../api/rest.ts";
import type { ErrorCode } from "../../../errors.ts";
import { requestError } from "../../../errors.ts";
import { scarceBytes } from "../../../platform/files/diskSpace.ts";
import { withoutMetadata } from "../../../platform/files/metadata.ts";
import { receiveUpload, type UploadRules } from "../../../platform/files/receive.ts";
import { sendPicture } from "../../../platform/files/send.ts";
import { buildingError } from "../errors.ts";
import { maxPictureBytes, mostPictureDots, pictureTypes } from "./schema.ts";
import { pictureOf, setPicture } from "./service.ts";

const refusals = {
  empty: "picture.no_file",
  too_large: "picture.too_large",
  wrong_type: "picture.wrong_type",
  archive: "picture.archive",
  too_many_dots: "picture.too_many_dots",
  broken: "picture.broken",
  cut_off: "picture.cut_off",
} as const;

const rules: UploadRules = {
  maxBytes: maxPictureBytes,
  leaves: scarceBytes,
  types: pictureTypes,
  mostDots: mostPictureDots,
  // Strangers see the picture, so it must not say where and when it was taken.
  clean: withoutMetadata,
  refusal: (why) =>
    why === "no_room"
      ? requestError("server.full", { field: "file" })
      : buildingError(refusals[why], { field: "file" }),
};

const receivePicture = (ctx: SignedInContext, request: FastifyRequest) =>
  receiveUpload(ctx, request.raw, rules, (file) => {
    const by = { ...ctx.by, accountId: ctx.account.id };
    return { message: "Picture saved", version: setPicture(ctx.db, by, file, ctx.now()) };
  });

export const rest = forPrograms([
  streamAdapter("POST /admin/building/picture", {
    summary:
      "The picture of the building: JPEG, PNG or WebP, up to 2 MB; its metadata is left out.",
    streams: "upload",
    admission: { for: "Admin" },
    answer: z.strictObject({ message: z.string(), version: z.string() }),
    errors: ["server.full", ...(Object.values(refusals) satisfies ErrorCode[])],
    handle: receivePicture,
  }),
  publicFile("GET /building/picture/:version", {
    summary: "The picture of the building, for everybody. Devices may store it under its version.",
    answer: z.file(),
    errors: ["picture.none"],
    handle: async ({ db, config }, request, reply) => {
      const picture = pictureOf(db);
      if (!picture) throw buildingError("picture.none");
      // A page that was opened before a change asks for an earlier version.
      const { version } = request.params as Record<string, string>;
      return sendPicture(reply, config.uploads, picture, version === picture.version);
    },
  }),
]);
