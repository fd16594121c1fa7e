import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { startCaddy } from "../../scripts/caddy/testing.ts";
import { startNginx } from "../../scripts/nginx/testing.ts";
import { demoPassword } from "../cli/demo/fill.ts";
import { built, inDatabase } from "../cli/testing.ts";
import { multipart } from "../contract/samples.ts";
import { newFolder } from "../platform/backup/testing.ts";
import { send } from "../platform/https/testing.ts";
import { root } from "../platform/installation/paths.ts";

// Runs the proxy examples of docs/network.md; only ports and certificates differ.

vi.setConfig({ testTimeout: 120_000 });
const { demo, serve } = await built();
const name = "stoep.example.co.za";
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("docs/network.md quotes the examples", () => {
  const [, ...quoted] = read("docs/network.md").split(/^```\n/m);
  const withoutComments = (text: string) => text.replace(/^\s*#.*\n/gm, "").replace(/^\n/gm, "");
  expect(quoted).toContain(withoutComments(read("scripts/caddy/Caddyfile")));
  expect(quoted).toContain(read("scripts/nginx/stoep.conf"));
});

test.each([
  [
    "Caddy",
    (origin: string) => startCaddy(read("scripts/caddy/Caddyfile"), { [name]: origin }),
  ] as const,
  [
    "nginx",
    (origin: string) => startNginx(read("scripts/nginx/stoep.conf"), name, origin),
  ] as const,
])(
  "behind %s: Secure cookies, callers' own addresses, large uploads and downloads",
  async (_, startProxy) => {
    const data = newFolder();
    const username = /(\S+) \(a resident\)/.exec(await demo(data))?.[1];
    const { origin } = await serve(data, {
      env: { TRUST_PROXY: "127.0.0.1", STOEP_ORIGIN: `https://${name}` },
    });
    const { port, ca } = await startProxy(origin);
    let cookie = "";
    const call = (path: string, sent: Parameters<typeof send>[2] = {}) =>
      send(port, path, {
        ca,
        servername: name,
        localAddress: "127.0.0.9",
        ...sent,
        // A browser's headers, with a forged client address.
        headers: {
          host: name,
          cookie,
          "sec-fetch-site": "same-origin",
          "x-forwarded-for": "10.66.66.66",
          "x-forwarded-proto": "http",
          ...sent.headers,
        },
      });
    const post = (path: string, input: unknown) =>
      call(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input),
      });

    const entered = await post("/api/trpc/public.session.signIn", {
      username,
      password: demoPassword,
    });
    expect(entered.status).toBe(200);
    const [given = ""] = entered.headers["set-cookie"] ?? [];
    expect(given).toMatch(/^__Host-sid=[\w-]+; Max-Age=\d+; Path=\/; .*HttpOnly; Secure/);
    cookie = given.split(";")[0] ?? "";
    const from = inDatabase(data, (db) =>
      db
        .prepare(
          "SELECT origin FROM audit_events WHERE action = 'session.sign_in' ORDER BY at DESC",
        )
        .pluck()
        .get(),
    );
    expect(from).toBe("127.0.0.9");

    const input = encodeURIComponent(JSON.stringify({ limit: "all" }));
    const fines = await call(`/api/trpc/resident.fines.mine?input=${input}`);
    const fineId = JSON.parse(fines.body).result.data.rows[0].id;
    const proof = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(10_000_000, "x")]);
    const uploaded = await call(`/api/property/resident/fines/${fineId}/payment-proof`, {
      method: "POST",
      body: multipart(proof),
      headers: { "content-type": "multipart/form-data; boundary=----neighbour" },
    });
    expect(JSON.parse(uploaded.body)).toMatchObject({ size: proof.length });
    const { id } = JSON.parse(uploaded.body);
    const fetched = await call(`/api/property/payment-proofs/${id}/file`);
    expect(fetched.status).toBe(200);
    expect(fetched.bytes.equals(proof)).toBe(true);
  },
);
