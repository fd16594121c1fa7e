import { expect, test } from "vitest";
import { queueMail } from "./mail.ts";
import { changeDecidedMail, inviteMail, resetMail, verificationMail } from "./messages.ts";
import { at, invite, link, mailServer, mails, openOutbox, read } from "./testing.ts";

test.each([
  ["an invitation", inviteMail],
  ["a new password", resetMail],
  ["a verification", verificationMail],
])("%s is written in the building's name", (_, write) => {
  const { subject, text } = write("Acacia Court", "Thandi", link);
  expect(subject).toMatch(/^Acacia Court: /);
  expect(text).toMatch(/^Hello Thandi\n\n/);
  expect(text).toMatch(/\n\nAcacia Court\n$/);
  expect(text.split("\n")).toContain(link);
});

test("what became of an announced change is said with its reason, on one line", () => {
  const change = { kind: "tenant", unit: "Unit 7", reason: "The lease\nis missing" } as const;
  const told = (state: "Confirmed" | "Refused") =>
    changeDecidedMail("Acacia Court", "Thandi", { ...change, state });
  expect(told("Refused").subject).toBe("Acacia Court: your announcement was refused");
  expect(told("Refused").text).toContain("You told us that Unit 7 has a new tenant.");
  expect(told("Refused").text).toContain("The reason: The lease is missing\n");
  expect(told("Confirmed").text).toContain("in the building's register now");
});

test("a name, a building or an address cannot add a header, a receiver or a paragraph", async () => {
  const { arrived, port } = await mailServer();
  const { db, deliver } = await openOutbox(port);
  const evil = "X\r\nBcc: spy@evil.example\r\n\r\nClick http://evil.example\u2028now\u202e";
  queueMail(db, { ...invite, ...inviteMail(evil, evil, link) }, at(0));
  queueMail(db, { ...invite, subject: evil }, at(0));
  queueMail(db, { ...invite, to: "a@example.co.za\r\nBcc: spy@evil.example" }, at(0));
  queueMail(db, { ...invite, to: "a@example.co.za, spy@evil.example" }, at(0));
  queueMail(db, { ...invite, to: "<a@example.co.za> , spy@evil.example" }, at(0));
  await deliver(at(0));
  for (const { to, source } of arrived) {
    expect(to).toHaveLength(1);
    expect(to).not.toContain("spy@evil.example");
    expect(source).not.toMatch(/^bcc:/im);
    expect(read(source).headers).not.toHaveProperty("bcc");
  }
  for (const { to, subject } of mails(db)) expect(to + subject).not.toMatch(/[\r\n]/);
  expect(arrived.slice(0, 2).map(({ to }) => to)).toEqual([[invite.to], [invite.to]]);
  expect(read(arrived[0]?.source ?? "").text).toMatch(/^Hello X Bcc: .*now\r\n\r\n/);
});

test("a building's name in any script arrives whole", async () => {
  const { arrived, port } = await mailServer();
  const { db, deliver } = await openOutbox(port);
  const building = "Þórsgata 🏠 ērika ".repeat(20).trim();
  queueMail(db, { ...invite, ...inviteMail(building, "Thandi", link) }, at(0));
  await deliver(at(0));
  const { headers } = read(arrived[0]?.source ?? "");
  const words = [...(headers.subject ?? "").matchAll(/=\?UTF-8\?Q\?(.*?)\?=/g)];
  const coded = words.map(([, word = ""]) => word.replaceAll("_", " ").replaceAll("=", "%"));
  expect(decodeURIComponent(coded.join(""))).toBe(`${building}: your invitation`);
});
