import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { newFolder } from "../../platform/backup/testing.ts";
import { openCertificates } from "../../platform/https/certificates.ts";
import { localFiles } from "../../platform/https/localAuthority.ts";
import { filesFor, inDays } from "../../platform/https/testing.ts";
import { checkHttps } from "./https.ts";

const check = (env: Record<string, string>, at = new Date()) => checkHttps(readConfig(env), at);

test("without HTTPS it says so; with a proxy, whether Stoep answers at its address", async () => {
  expect(await check({})).toEqual([{ verdict: "ok", says: "HTTPS is off." }]);
  expect(await check({ STOEP_ORIGIN: "https://court.example" })).toMatchObject([
    {
      verdict: "warn",
      says: expect.stringMatching(/No Stoep answers at https:.*sign in only there/),
      mend: expect.stringMatching(/proxy.*STOEP_ORIGIN/),
    },
  ]);
});

test("a certificate of one's own is good, ends soon, has ended, or does not fit", async () => {
  const { env } = await filesFor(["court.example"]);
  expect(await check(env)).toMatchObject([
    { verdict: "ok", says: expect.stringMatching(/holds until 2/) },
  ]);
  expect(await check(env, inDays(390))).toMatchObject([
    { verdict: "warn", mend: expect.stringContaining("certbot renew") },
  ]);
  expect(await check(env, inDays(400))).toMatchObject([
    { verdict: "bad", says: expect.stringMatching(/expired on/) },
  ]);
  expect(await check({ ...env, STOEP_ORIGIN: "https://other.example" })).toMatchObject([
    { verdict: "bad", says: expect.stringMatching(/is for court.example/) },
  ]);
});

test("the machine's own certificate is good, has ended, or is for another address", async () => {
  const env = { STOEP_DATA: newFolder(), HTTPS: "local", HOST: "127.0.0.1" };
  expect(await check(env)).toMatchObject([
    { verdict: "ok", says: expect.stringMatching(/will make/) },
  ]);
  await openCertificates(readConfig(env));
  expect(await check(env)).toMatchObject([
    { verdict: "ok", says: expect.stringMatching(/for 127.0.0.1 holds until .* authority holds/) },
  ]);
  expect(await check(env, inDays(400))).toMatchObject([
    { verdict: "warn", mend: expect.any(String) },
  ]);
  expect(await check({ ...env, HOST: "10.9.8.7" })).toMatchObject([
    { verdict: "warn", says: expect.stringMatching(/is not for 10.9.8.7, its address now/) },
  ]);
  expect(await check(env, inDays(4000))).toMatchObject([
    { verdict: "bad", mend: "sudo timedatectl set-ntp true" },
  ]);
  const { authority } = localFiles(readConfig(env));
  const before = readFileSync(authority, "utf8");
  writeFileSync(authority, before.slice(0, 200));
  expect(await check(env)).toMatchObject([
    { verdict: "bad", mend: expect.stringContaining("scripts/stoep restore FILE") },
  ]);
});
