import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restCalls } from "../server/api/restCalls.ts";
import { root } from "../server/platform/installation/paths.ts";
import { newcomer, openHouse, openServer } from "../server/testing.ts";

// Checks that docs/asvs.md is true, and tests the requirements of the standard that no other test
// covers.

const read = (file: string) => readFileSync(join(root, file), "utf8");
/** The 70 requirements of level 1 in version 5.0, by chapter and section. */
const levelOne = [
  ...["1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.3.1", "1.3.2", "1.5.1"],
  ...["2.1.1", "2.2.1", "2.2.2", "2.3.1"],
  ...["3.2.1", "3.2.2", "3.3.1", "3.4.1", "3.4.2", "3.5.1", "3.5.2", "3.5.3"],
  ...["4.1.1", "4.4.1", "5.2.1", "5.2.2", "5.3.1", "5.3.2"],
  ...["6.1.1", "6.2.1", "6.2.2", "6.2.3", "6.2.4", "6.2.5", "6.2.6", "6.2.7", "6.2.8"],
  ...["6.3.1", "6.3.2", "6.4.1", "6.4.2"],
  ...["7.2.1", "7.2.2", "7.2.3", "7.2.4", "7.4.1", "7.4.2"],
  ...["8.1.1", "8.2.1", "8.2.2", "8.3.1", "9.1.1", "9.1.2", "9.1.3", "9.2.1"],
  ...["10.4.1", "10.4.2", "10.4.3", "10.4.4", "10.4.5", "11.3.1", "11.3.2", "11.4.1"],
  ...["12.1.1", "12.2.1", "12.2.2", "13.4.1", "14.2.1", "14.3.1", "15.1.1", "15.2.1", "15.3.1"],
];

const lines = read("docs/asvs.md")
  .split("\n")
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, number = "", , how = "", tried = ""]) => ({ number, how, tried }));

test("every requirement of level 1 has its line, with a test that is there or why it is not met", () => {
  expect(lines.map(({ number }) => number)).toEqual(levelOne);
  for (const { number, how, tried } of lines) {
    const named = [...tried.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)];
    const isExcused = /not met|not here/.test(how);
    expect(named.length > 0 || isExcused, number).toBe(true);
    if (how.includes("not met")) expect(how, number).toContain("because");
    for (const [, file = "", title = ""] of named)
      expect(read(file).includes(title), `${number}: ${file} “${title}”`).toBe(true);
  }
});

test("what must be written down is", () => {
  expect(read("docs/security.md")).toMatch(/wrong (tries|passwords)|guess/i);
  expect(read("docs/asvs.md")).toMatch(/severe finding is mended within a week/);
});

test("a password is taken as it was typed: neither cut, trimmed nor changed", async () => {
  const { as } = openHouse();
  const typed = `  Blå\u0308 bänk ${"x".repeat(100)}  `;
  const { password: _, ...nomsa } = newcomer("Nomsa");
  const { link } = await as("anna").admin.invites.invite(nomsa);
  const token = new URL(link).hash.slice(1);
  const chosen = { password: typed, confirmPassword: typed };
  await as().public.links.setPassword({ token, ...chosen });
  const signIn = (password: string) =>
    as()
      .public.session.signIn({ username: "nomsa", password })
      .then(
        () => "in",
        () => "refused",
      );
  expect(await signIn(typed)).toBe("in");
  for (const other of [typed.trim(), typed.toLowerCase(), typed.slice(0, 72)])
    expect(await signIn(other), other).toBe("refused");
});

test("every answer says what it is, and text in which letters", async () => {
  const server = await openServer();
  const gets = restCalls.flatMap(({ prefix, rows }) =>
    rows.filter(({ method }) => method === "GET").map(({ path }) => prefix + path),
  );
  const pages = ["/", "/login", "/no/such", "/api/docs", "/api/health", "/api/nothing"];
  const headers = { cookie: `sid=${server.tokenOf("anna")}` };
  for (const path of [...gets, ...pages]) {
    const address = server.base + path.replace(/:\w+/g, server.people.anna.id);
    const response = await fetch(address, { headers });
    const body = await response.arrayBuffer();
    const type = response.headers.get("content-type") ?? "";
    if (body.byteLength === 0) continue;
    expect.soft(type, path).toMatch(/^[a-z]+\/[\w.+-]+/);
    if (type.startsWith("text/")) expect.soft(type, path).toMatch(/; charset=utf-8$/i);
  }
});
