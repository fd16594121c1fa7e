import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { openSecureServer, send } from "../platform/https/testing.ts";

const phone = {
  android: "Mozilla/5.0 (Linux; Android 4.4; Nexus 5) AppleWebKit/537.36 Chrome/30.0 Mobile",
  iphone: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Safari/604",
  ipad: "Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) AppleWebKit/605 Safari/604",
  windows: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/17 Safari/605",
  linux: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};

const openLocalServer = (env: Record<string, string> = {}) =>
  openSecureServer({ HTTPS: "local", ...env });

test.each([
  [phone.android, "Android", "/trust/stoep.crt"],
  [phone.iphone, "iPhone and iPad", "/trust/stoep.mobileconfig"],
  [phone.ipad, "iPhone and iPad", "/trust/stoep.mobileconfig"],
  [phone.windows, "Windows", "/trust/stoep.crt"],
  [phone.mac, "Mac", "/trust/stoep.crt"],
  [phone.linux, "Linux, and Firefox everywhere", "/trust/stoep.pem"],
  ["", "Linux, and Firefox everywhere", "/trust/stoep.pem"],
])("%s is told about itself first", async (agent, name, file) => {
  const { port } = await openLocalServer();
  const { status, body } = await send(port, "/trust", { headers: { "user-agent": agent } });
  expect(status).toBe(200);
  expect(body).toContain(
    `<h2>1. On this device: ${name}</h2>\n<p><a class="button" href="${file}">`,
  );
  expect(body).not.toContain(`<summary>${name}</summary>`);
  expect(body.match(/<details>/g)).toHaveLength(4);
});

test("the page is the same over HTTPS, names the building and its fingerprint, and needs no sign-in", async () => {
  const { port, certificates, as } = await openLocalServer();
  await as("anna").admin.building.update({ name: `Sun & <b>"Sea"</b>` });
  const ca = String(certificates.authority);
  for (const how of [{}, { ca }]) {
    const { body } = await send(port, "/trust", how);
    expect(body).toContain("Sun &#38; &#60;b&#62;&#34;Sea&#34;&#60;/b&#62;");
    const shown = [...body.matchAll(/<span>([\dA-F:]+)<\/span>/g)].map(([, group]) => group);
    expect(shown.join(":")).toBe(certificates.authority?.fingerprint256);
    expect(body).not.toMatch(/<script(?! src="\/trust\.js" defer)|style=|\son\w+="/);
  }
});

test.each([
  ["stoep.crt", "application/x-x509-ca-cert"],
  ["stoep.pem", "application/x-pem-file"],
])("%s is the authority, and nothing secret", async (file, type) => {
  const { port, certificates } = await openLocalServer();
  const { headers, body } = await send(port, `/trust/${file}`);
  expect(headers["content-type"]).toContain(type);
  expect(headers["content-disposition"]).toBe(`attachment; filename="${file}"`);
  expect(body).not.toContain("PRIVATE");
  const answer = await fetch(`http://127.0.0.1:${port}/trust/${file}`);
  const fetched = new X509Certificate(Buffer.from(await answer.arrayBuffer()));
  expect(fetched.fingerprint256).toBe(certificates.authority?.fingerprint256);
});

test("Apple's profile holds the authority, and replaces itself when it is installed again", async () => {
  const { port, certificates, as } = await openLocalServer();
  await as("anna").admin.building.update({ name: "Sun & Sea" });
  const first = await send(port, "/trust/stoep.mobileconfig");
  expect(first.headers["content-type"]).toContain("application/x-apple-aspen-config");
  expect(first.body).toContain("<string>Stoep: Sun &#38; Sea</string>");
  const data = /<data>(.+)<\/data>/.exec(first.body)?.[1] ?? "";
  const held = new X509Certificate(Buffer.from(data, "base64"));
  expect(held.fingerprint256).toBe(certificates.authority?.fingerprint256);
  expect((await send(port, "/trust/stoep.mobileconfig")).body).toBe(first.body);
});

test("it leads on over HTTPS to the requested page, and to no other site", async () => {
  const { port, services: inside } = await openLocalServer({
    STOEP_ORIGIN: "https://stoep.local:3000",
  });
  expect(inside.origin()).toBe("https://stoep.local:3000");
  const continueUrl = async (to: string, host = `localhost:${port}`) => {
    const { body } = await send(port, `/trust?to=${encodeURIComponent(to)}`, { headers: { host } });
    return /data-onward href="([^"]*)"/.exec(body)?.[1];
  };
  expect(await continueUrl("/resident/issues?a=b")).toBe(
    `https://localhost:${port}/resident/issues?a=b`,
  );
  for (const bad of [
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "",
    '/"><script>',
  ])
    expect(await continueUrl(bad), bad).toMatch(
      new RegExp(`^https://localhost:${port}/(&#34;&#62;&#60;script&#62;)?$`),
    );
  expect(await continueUrl("/", "10.99.0.1")).toBe("https://stoep.local:3000/");
  expect(await continueUrl("/", "evil.example")).toBeUndefined();
});

test("without an authority of its own there is no such page", async () => {
  const { openServer } = await import("../testing.ts");
  const { rest } = await openServer();
  expect((await rest()("GET /trust/stoep.crt")).status).toBe(404);
});
