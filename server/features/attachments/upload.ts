import * as z from "zod";
import { type SignedInContext, streamAdapter } from "../../api/rest.ts";
import { type ErrorCode, requestError } from "../../errors.ts";
import { allowWeakLine } from "../../http/connectionLimits.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { scarceBytes } from "../../platform/files/diskSpace.ts";
import { receiveUpload, type UploadRules } from "../../platform/files/receive.ts";
import type { NamedFile } from "../../platform/files/rows.ts";
import { sendFile } from "../../platform/files/send.ts";
import type { Personal } from "../../platform/privacy/personal.ts";
import { attachmentsError } from "./errors.ts";
import {
  type AttachmentRefusal,
  attachmentRefusals,
  type KindName,
  kindOf,
  refusalWords,
} from "./schema.ts";
import { type Attachment, addAttachment, type Place } from "./service.ts";

type Row = Parameters<typeof streamAdapter>[1];
type Params = Readonly<Record<string, string>>;

interface Upload<Shape extends z.ZodRawShape>
  extends Pick<Row, "summary" | "admission" | "errors" | "creates"> {
  /**
   * Finds what the file belongs to before it arrives; or after that, if it is not sure before.
   * @throws if it is not there, or the caller may not add to it
   */
  to: (ctx: SignedInContext, params: Params) => string | (() => string);
  /** Tells people that something has a new file, in the transaction that adds it. */
  told?: (ctx: SignedInContext, by: Actor, subjectId: string) => void;
  /** Adds it where more follows from that. `by` is who does it, once if the request is repeated. */
  add?: (ctx: SignedInContext, by: Actor, file: NamedFile, place: Place) => Attachment;
  /** More text fields of the form, which are stored with it. */
  fields?: z.ZodObject<Record<string, z.ZodType>, z.core.$strip> & z.ZodType<Pick<Place, "stage">>;
  status?: 201;
  message: string;
  /** The answer besides the message; by default what was added, and to what. */
  answer?: { shape: Shape; of: (added: Attachment) => z.output<z.ZodObject<Shape>> };
  /** For files about people: see personalAbout. */
  personal?: Personal;
}

const whys = Object.keys(attachmentRefusals) as AttachmentRefusal[];

const rulesOf = (kind: KindName): UploadRules => {
  const { maxBytes, types, mostDots } = kindOf(kind);
  return {
    maxBytes,
    leaves: scarceBytes,
    types,
    ...(mostDots && { mostDots }),
    refusal: (why, mimeType) =>
      why === "no_room"
        ? requestError("server.full", { field: "file" })
        : attachmentsError(kind, why === "empty" ? "no_file" : why, mimeType),
  };
};

/** The call that attaches a file of one kind. Everything that it refuses has the kind's words. */
export function uploadOf<Shape extends z.ZodRawShape>(
  address: Parameters<typeof streamAdapter>[0],
  kind: KindName,
  { to, told, add, message, answer, fields, errors = [], creates, ...described }: Upload<Shape>,
) {
  const { subject } = kindOf(kind);
  const codes = whys.map((why): [ErrorCode, string] => [
    `attachments.${why}`,
    refusalWords(kind, why),
  ]);
  const usual = { id: z.string(), [subject]: z.string(), fileName: z.string(), size: z.int() };
  const usualOf = ({ id, subjectId, fileName, size }: Attachment) => ({
    id,
    [subject]: subjectId,
    fileName,
    size,
  });
  return streamAdapter(address, {
    ...described,
    streams: "upload",
    parts: Object.keys(fields?.shape ?? {}),
    creates,
    answer: z.strictObject({ message: z.string(), ...(answer?.shape ?? usual) }),
    errors: [...errors, "server.full", "request.key_reused", ...codes.map(([code]) => code)],
    messages: Object.fromEntries(codes),
    handle: (ctx, request, _reply, once) => {
      const found = to(ctx, request.params as Params);
      allowWeakLine(request.raw);
      return receiveUpload(ctx, request.raw, rulesOf(kind), async (file, settle, sent) => {
        const more = fields?.parse(sent);
        const attach = async (by: Actor) => {
          const subjectId = typeof found === "string" ? found : found();
          const place = { kind, subjectId, addedBy: ctx.account.id, ...more };
          const added =
            add?.(ctx, by, file, place) ??
            addAttachment(ctx.db, by, place, file, ctx.now(), () => told?.(ctx, by, subjectId));
          await settle();
          return added;
        };
        const { sha256, fileName } = file;
        const added = await (creates
          ? once({ sha256, fileName, ...more }, attach)
          : attach(ctx.by));
        return { message, ...(answer?.of ?? usualOf)(added) };
      });
    },
  });
}

interface Download extends Pick<Row, "summary" | "admission" | "errors"> {
  /** @throws attachments.unknown, also for one that the caller may not see */
  find: (ctx: SignedInContext, id: string, params: Params) => Attachment;
}

/** The call that sends an attached file. Its id is the last in the address. */
export const downloadOf = (
  address: `GET ${string}`,
  { find, errors = [], ...described }: Download,
) =>
  streamAdapter(address, {
    ...described,
    streams: "download",
    answer: z.file(),
    errors: [...errors, "attachments.unknown"],
    handle: (ctx, request, reply) => {
      const params = request.params as Params;
      const id = Object.values(params).at(-1) ?? "";
      return sendFile(reply, ctx, find(ctx, id, params));
    },
  });
