import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { refusalOf } from "../http/refusals.ts";
import { countChangesOf } from "../platform/audit/trail.ts";
import type { Services } from "../services.ts";
import { contextOf } from "./context.ts";
import { type Once, rememberCreations } from "./duplicateRequests.ts";
import { isNotModified } from "./notModified.ts";
import { nameOf } from "./procedureByName.ts";
import { admits } from "./procedures.ts";
import { packingOf, polledHeaders, type Rest, type Row } from "./rest.ts";

/** Access is checked first, so that callers without it learn nothing about the input. */
export function mountRest(app: FastifyInstance, services: Services, calls: readonly Rest[]): void {
  const clock = () => Date.parse(services.now().at);
  const onlyOnce = rememberCreations(clock, (ids) => countChangesOf(services.db, ids));
  const arrivals = new WeakMap<FastifyRequest, number>();
  const mount = ({ prefix, acceptsFirstPassword }: Rest, row: Row) =>
    app.route({
      method: row.method,
      url: `${prefix}${row.path}`,
      config: { polled: row.polled ?? false },
      onRequest: async (request) => void arrivals.set(request, clock()),
      handler: async (request, reply) => {
        const ctx = contextOf(services, request, reply);
        ctx.acceptsFirstPassword = acceptsFirstPassword;
        admits(row.admission(ctx.account), ctx);
        const procedure = row.procedure?.(ctx.account);
        const name = procedure ? nameOf(procedure) : "";
        const packing = row.polled ? packingOf(request) : null;
        if (name && isNotModified(ctx, request, reply, [name], packing))
          return reply.headers(row.polled ? polledHeaders : {}).send();
        const once: Once = (meaning, create) => {
          const path = `${row.method} ${prefix}${row.path} ${JSON.stringify(request.params)}`;
          const arrivedAt = arrivals.get(request) ?? clock();
          return onlyOnce({ by: ctx.by, path, meaning, arrivedAt }, create);
        };
        try {
          const answer = await row.handle(ctx, request, reply, once);
          return reply.sent || row.streams === "download" || row.streams === "events"
            ? answer
            : reply.code(row.status).send(answer);
        } catch (error) {
          throw renamed(error, row);
        }
      },
    });
  for (const mounted of calls) for (const row of mounted.rows) mount(mounted, row);
}

function renamed(error: unknown, { names, refusals }: Row): unknown {
  const { code, message, field } = refusalOf(error);
  const other = refusals[code];
  if (other) return new AppError(other, { ...(field && { field }) });
  const wire = field && names[field];
  if (!field || !wire) return error;
  return new AppError(code, { field: wire, message: message.replace(field, wire) });
}
