import { expect, test } from "vitest";
import { auditEvents } from "../../platform/audit/table.ts";
import { mails } from "../../platform/mail/testing.ts";
import { newcomer, openHouse } from "../../testing.ts";

const withMail = { env: { SMTP_URL: "smtp://127.0.0.1:1" } };

test("each role reads its own profile without naming anybody", async () => {
  const { as, people } = openHouse();
  const cards = [
    [await as("anna").admin.profile.get(), "anna"],
    [await as("thandi").resident.profile.get(), "thandi"],
    [await as("sipho").staff.profile.get(), "sipho"],
  ] as const;
  for (const [card, name] of cards) {
    expect(card).toMatchObject({ id: people[name].id, name, email: people[name].email });
    expect(card).not.toHaveProperty("idNumber");
  }
});

test("an admin reads and changes the profile of whoever they name", async () => {
  const { as, people } = openHouse();
  const profileId = people.thandi.id;
  const cellPhone = "+27 82 999 0000";
  await as("anna").admin.profile.update({ profileId, cellPhone });
  expect(await as("anna").resident.profile.get({ profileId })).toMatchObject({ cellPhone });
  expect(await as("anna").admin.profile.get({ profileId })).toMatchObject({ cellPhone });
});

test("a new email is the one to sign in with, and is unverified again", async () => {
  const { as, db } = openHouse(withMail);
  const nomsa = newcomer("Nomsa");
  const { id } = await as("anna").admin.people.signUp(nomsa);
  const { text } = mails(db).at(-1) ?? { text: "" };
  await as().public.links.verify({ token: /#([\w-]{43})/.exec(text)?.[1] ?? "" });
  const card = () => as("anna").admin.profile.get({ profileId: id });
  expect(await card()).toMatchObject({ emailVerified: true });

  await as("anna").admin.profile.update({ profileId: id, email: "nomsa@new.example" });
  expect(await card()).toMatchObject({ email: "nomsa@new.example", emailVerified: false });
  const signIn = (username: string) =>
    as().public.session.signIn({ username, password: nomsa.password });
  await signIn("Nomsa@New.example");
  await expect(signIn(nomsa.email)).rejects.toThrow("Invalid email or password");
});

test("the verification goes to the new address; another case or number sends none", async () => {
  const { as, db } = openHouse(withMail);
  const update = as("thandi").resident.profile.update;
  await update({ cellPhone: "082 000 1111" });
  await update({ email: "THANDI@example.co.za" });
  expect(mails(db)).toEqual([]);
  expect(await as("thandi").resident.profile.get()).toMatchObject({
    email: "THANDI@example.co.za",
  });
  await update({ email: "thandi@new.example" });
  expect(mails(db)).toMatchObject([{ to: "thandi@new.example" }]);
});

test("without mail a new email is taken all the same", async () => {
  const { as, db } = openHouse();
  await as("thandi").resident.profile.update({ email: "thandi@new.example" });
  expect(mails(db)).toEqual([]);
});

test("a link in the mailbox of the old address opens nothing any more", async () => {
  const { as, people } = openHouse(withMail);
  const { link } = await as("anna").admin.invites.resetLink({ id: people.thandi.id });
  await as("thandi").resident.profile.update({ email: "thandi@new.example" });
  await expect(as().public.links.look({ token: link.split("#")[1] ?? "" })).rejects.toThrow(
    "This link was used before or has expired",
  );
});

test("what was and what is now are kept, and who changed it", async () => {
  const { as, db, people } = openHouse();
  await as("anna").admin.profile.update({
    profileId: people.thandi.id,
    cellPhone: "082 999 0000",
  });
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    ...{ action: "profile.update", actorId: people.anna.id, subjectId: people.thandi.id },
    before: { cellPhone: "082 123 4567", email: "thandi@example.co.za" },
    after: { cellPhone: "082 999 0000", email: "thandi@example.co.za" },
  });
});
