import * as z from "zod";
import { roles } from "../../platform/auth/schema.ts";
import { adapter } from "../../rest.ts";
import { profileUpdate } from "./schema.ts";
import type { profileOf } from "./service.ts";

const profile = z.strictObject({
  id: z.string(),
  name: z.string(),
  surName: z.string(),
  roles: z.enum(roles),
  userName: z.string(),
  userAddress: z.string(),
  cellPhone: z.string(),
  email: z.string(),
});

const toWire = (card: ReturnType<typeof profileOf>) => ({
  ...{ id: card.id, name: card.name, surName: card.surname, roles: card.role },
  ...{ userName: card.username, userAddress: card.address },
  ...{ cellPhone: card.cellPhone, email: card.email },
});

/** Known clients send the telephone number under either spelling. */
const update = z
  .strictObject({
    cellPhone: profileUpdate.shape.cellPhone,
    cellphone: profileUpdate.shape.cellPhone,
    email: profileUpdate.shape.email,
  })
  .transform(({ cellphone, cellPhone = cellphone, email }) => ({ cellPhone, email }));

/** Undefined fields are left out: the procedure takes what is there as what to change. */
const changesOf = ({ cellPhone, email }: z.output<typeof update>) => ({
  ...(cellPhone !== undefined && { cellPhone }),
  ...(email !== undefined && { email }),
});

export const profileRest = [
  adapter("GET /admin/profile/:profileId", {
    summary: "A profile; an admin may read anybody's.",
    answer: profile,
    call: (api) => api.admin.profile.get,
    input: ({ params }) => params,
    output: toWire,
  }),
  adapter("PUT /admin/profile/:profileId", {
    summary: "Changes a cell phone number or an email; answers the whole profile.",
    body: update,
    answer: profile,
    call: (api) => api.admin.profile.update,
    input: ({ params, body }) => ({ ...params, ...changesOf(body) }),
    output: toWire,
  }),
  adapter("GET /resident/profile/:profileId", {
    summary: "A resident's profile.",
    answer: profile,
    call: (api) => api.resident.profile.get,
    input: ({ params }) => params,
    output: toWire,
  }),
  adapter("PUT /resident/profile/:profileId", {
    summary: "Changes a resident's cell phone number or email; answers the whole profile.",
    body: update,
    answer: profile,
    call: (api) => api.resident.profile.update,
    input: ({ params, body }) => ({ ...params, ...changesOf(body) }),
    output: toWire,
  }),
  adapter("GET /staff/profile/:profileId", {
    summary: "A staff member's profile.",
    answer: profile,
    call: (api) => api.staff.profile.get,
    input: ({ params }) => params,
    output: toWire,
  }),
  adapter("PUT /staff/profile/:profileId", {
    summary: "Changes a staff member's cell phone number or email; answers the whole profile.",
    body: update,
    answer: profile,
    call: (api) => api.staff.profile.update,
    input: ({ params, body }) => ({ ...params, ...changesOf(body) }),
    output: toWire,
  }),
];
