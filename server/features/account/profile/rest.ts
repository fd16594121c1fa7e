import * as z from "zod";
import { adapter, forPrograms, type Row } from "../../../api/rest.ts";
import { requestError } from "../../../errors.ts";
import { roles } from "../../../platform/auth/schema.ts";
import { person, toWire as personToWire } from "../members/rest.ts";
import { profileUpdate } from "../schema.ts";
import { procedures } from "./router.ts";
import type { profileOf } from "./service.ts";

const profile = person.extend({ roles: z.enum(roles) });

const toWire = (card: ReturnType<typeof profileOf>) => ({
  ...personToWire(card),
  roles: card.role,
});

/**
 * Existing clients spell the phone number in two ways, and some send the whole object from GET. So
 * fields that cannot be changed may be included with their current values.
 */
const update = profile
  .partial()
  .extend({
    cellPhone: profileUpdate.shape.cellPhone,
    cellphone: profileUpdate.shape.cellPhone,
    email: profileUpdate.shape.email,
  })
  .transform(({ cellphone, cellPhone = cellphone, email }) => ({ cellPhone, email }));

type Profile = z.output<typeof profile>;
type Sent = Record<string, unknown>;

/**
 * The changed fields of a whole profile; any other body stays as it is.
 * @throws request.invalid if a field that cannot be changed differs from its current value
 */
function changedIn(sent: Sent, current: Profile): Sent {
  const { cellPhone: _, email: __, ...readOnly } = current;
  const named = Object.entries(readOnly).filter(([field]) => field in sent);
  if (named.length === 0) return sent;
  for (const [field, value] of named)
    if (sent[field] !== value)
      throw requestError("request.invalid", {
        field,
        message: `${field} cannot be changed here. Leave it out, or send it unchanged.`,
      });
  const stands = current as Sent;
  return Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => value !== stands[field]),
  );
}

const isObject = (body: unknown): body is Sent => typeof body === "object" && body !== null;

/** The GET and PUT of a profile. PUT accepts the response of GET. */
function withCurrentFields(get: Row, put: Row): Row[] {
  const handle: Row["handle"] = async (ctx, request, reply, once) => {
    const { body } = request;
    // GET runs first and checks access, so that nobody else can find out the current values.
    const current = (await get.handle(ctx, request, reply, once)) as Profile;
    if (isObject(body)) {
      const changed = changedIn(body, current);
      if (changed !== body && Object.keys(changed).length === 0) return current;
      request.body = changed;
    }
    return put.handle(ctx, request, reply, once);
  };
  return [get, { ...put, handle }];
}

/** Leaves out undefined fields, because the procedure changes every field it gets. */
const changesOf = ({ cellPhone, email }: z.output<typeof update>) => ({
  ...(cellPhone !== undefined && { cellPhone }),
  ...(email !== undefined && { email }),
});

const profileRows = (
  role: "admin" | "resident" | "staff",
  summaries: { get: string; update: string },
) =>
  withCurrentFields(
    adapter(`GET /${role}/profile/:profileId`, {
      summary: summaries.get,
      answer: profile,
      errors: ["auth.not_yours", "people.unknown"],
      procedure: procedures[role].get,
      input: ({ params }) => params,
      output: toWire,
    }),
    adapter(`PUT /${role}/profile/:profileId`, {
      summary: summaries.update,
      body: update,
      answer: profile,
      errors: ["auth.not_yours", "auth.password_needed", "people.unknown", "people.email_taken"],
      procedure: procedures[role].update,
      input: ({ params, body }) => ({ ...params, ...changesOf(body) }),
      output: toWire,
    }),
  );

export const rest = forPrograms([
  ...profileRows("admin", {
    get: "Your own profile; an admin may read anybody's.",
    update: "Changes a cell phone number or an email, and answers the whole profile.",
  }),
  ...profileRows("resident", {
    get: "A resident's profile.",
    update: "Changes a resident's cell phone number or email, and answers the whole profile.",
  }),
  ...profileRows("staff", {
    get: "A staff member's profile.",
    update: "Changes a staff member's cell phone number or email, and answers the whole profile.",
  }),
]);
