import { hash, timingSafeEqual } from "node:crypto";
import { stat, statfs } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { requestError } from "../errors.ts";
import { archivesWithNotes, lastFailure } from "../platform/backup/archive/notes.ts";
import { version } from "../platform/installation/paths.ts";
import type { Services } from "../services.ts";

/** @param value one number, or one for each group of labels such as `{code="2xx"}` */
const metric =
  (kind: "gauge" | "counter") =>
  (name: string, help: string, value: number | Record<string, number>): string => {
    const values = typeof value === "number" ? { "": value } : value;
    const lines = Object.entries(values).map(([labels, each]) => `${name}${labels} ${each}`);
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines].join("\n");
  };
const gauge = metric("gauge");
const counter = metric("counter");

const digest = (text: string) => hash("sha256", text, "buffer");

/** Compares digests of equal length, so that timing reveals nothing about the token. */
const isSame = (sent: string, token: string) => timingSafeEqual(digest(sent), digest(token));

/** Without personal data. Without METRICS_TOKEN the address does not exist. */
export function mountMetrics(app: FastifyInstance, services: Services): void {
  const { metricsToken } = services.config;
  const answered = metricsToken === null ? null : countAnswers(app);
  app.get("/api/metrics", { logLevel: "warn" }, async (request, reply) => {
    if (metricsToken === null || answered === null) throw requestError("request.unknown_address");
    const [, sent = ""] = /^Bearer (.*)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (!isSame(sent, metricsToken)) {
      void reply.header("www-authenticate", "Bearer");
      throw requestError("metrics.wrong_token");
    }
    void reply.type("text/plain; version=0.0.4; charset=utf-8");
    return `${[...ofProcess(), ...answered(), ...(await ofServices(services))].join("\n")}\n`;
  });
}

/** Counts all responses from now on, also cached ones that Fastify never sees. */
function countAnswers(app: FastifyInstance): () => string[] {
  const count: Record<string, number> = {};
  let seconds = 0;
  app.server.prependListener("request", (_: IncomingMessage, response: ServerResponse) => {
    const begin = performance.now();
    response.once("finish", () => {
      const labels = `{code="${Math.floor(response.statusCode / 100)}xx"}`;
      count[labels] = (count[labels] ?? 0) + 1;
      seconds += (performance.now() - begin) / 1000;
    });
  });
  return () => [
    counter("stoep_http_requests_total", "Requests answered, by the kind of status.", count),
    counter("stoep_http_request_seconds_total", "Seconds that answering them took.", seconds),
  ];
}

function ofProcess(): string[] {
  const { user, system } = process.cpuUsage();
  const began = Date.now() / 1000 - process.uptime();
  return [
    gauge("stoep_build_info", "Which Stoep this is.", {
      [`{version="${version}",node="${process.versions.node}"}`]: 1,
    }),
    gauge("process_start_time_seconds", "When the process began, in seconds since 1970.", began),
    gauge("process_resident_memory_bytes", "Memory the process has.", process.memoryUsage.rss()),
    counter(
      "process_cpu_seconds_total",
      "Seconds of a processor the process took.",
      (user + system) / 1e6,
    ),
  ];
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

async function ofServices({ config, db, health }: Services): Promise<string[]> {
  const { bavail, bsize } = await statfs(config.data);
  const rehearsed = (await archivesWithNotes(config.backups)).flatMap(({ rehearsal }) =>
    rehearsal ? [Date.parse(rehearsal.rehearsedAt) / 1000] : [],
  );
  const mails = db.$client
    .prepare<[], { status: string; n: number }>(
      "SELECT status, count(*) AS n FROM outgoing_mail WHERE status <> 'sent' GROUP BY status",
    )
    .all();
  const mailsThat = (status: string) => mails.find((each) => each.status === status)?.n ?? 0;
  const isFailing = (await lastFailure(config.backups)) !== null;
  return [
    gauge("stoep_healthy", "1 while what people do can be saved.", health.warning() ? 0 : 1),
    gauge("stoep_database_bytes", "Size of the database.", await sizeOf(config.database)),
    gauge("stoep_wal_bytes", "Size of what is beside it.", await sizeOf(`${config.database}-wal`)),
    gauge("stoep_disk_free_bytes", "What is free on the disk of the data.", bavail * bsize),
    gauge(
      "stoep_backup_timestamp_seconds",
      "When the newest backup passed its rehearsal, in seconds since 1970; 0: none did.",
      Math.max(0, ...rehearsed),
    ),
    gauge("stoep_backup_failed", "1 while the last backup failed.", isFailing ? 1 : 0),
    gauge("stoep_mails_waiting", "Mails that wait to be sent.", mailsThat("waiting")),
    gauge("stoep_mails_failed", "Mails that could not be sent at all.", mailsThat("failed")),
  ];
}
