import type { FastifyInstance } from "fastify";
import type { House } from "../../trpc.ts";

export async function mountOidc(_app: FastifyInstance, _house: House): Promise<void> {}
