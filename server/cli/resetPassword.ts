import QRCode from "qrcode";
import { write } from "../db.ts";
import { choosePassword } from "../features/session/service.ts";
import { recordChange } from "../platform/audit/audit.ts";
import { accountByName } from "../platform/auth/accounts.ts";
import { handOverLink } from "../platform/auth/handOver.ts";
import { hashPassword } from "../platform/auth/passwords.ts";
import type { House } from "../trpc.ts";
import { command, Refusal } from "./command.ts";
import { atTheShell, inHouse } from "./house.ts";
import { passwordFromStdin } from "./stdin.ts";

type Person = NonNullable<ReturnType<typeof accountByName>>;

/** Makes the link as the admin's screen does. */
async function printLink(house: House, person: Person): Promise<void> {
  const made = write(house.db, () => {
    const { at } = house.now();
    recordChange(house.db, atTheShell, at, { action: "invites.reset_link", subjectId: person.id });
    return handOverLink(house, "reset", person, house.now());
  });
  console.log(
    `With this link ${person.name} ${person.surname} chooses a new password. It works once,`,
  );
  console.log(`until ${made.expiresAt.slice(0, 10)}, and earlier ones do not work any more:`);
  console.log(`\n  ${made.link}\n`);
  if (made.mailed) console.log(`It is also on its way to ${person.email}.`);
  if (process.stdout.isTTY)
    console.log(await QRCode.toString(made.link, { type: "terminal", small: true }));
}

export const resetPassword = command({
  name: "reset-password",
  summary: "Prints a link with which somebody chooses a new password, or sets the password.",
  options: {
    username: { type: "string", value: "NAME", required: true, help: "The username or the email." },
    "password-stdin": {
      type: "boolean",
      help: "Sets the password on standard input and ends their sessions.",
    },
  },
  async run({ username, "password-stdin": fromStdin }) {
    const password = fromStdin ? await passwordFromStdin() : null;
    await inHouse(async (house) => {
      const person = accountByName(house.db, username);
      if (!person)
        throw new Refusal(
          `Nobody signs in as ${username}. Look at the spelling; it is the username or the email.`,
        );
      if (password === null) return printLink(house, person);
      const hash = await hashPassword(password);
      choosePassword(house.db, atTheShell, person.id, hash, house.now());
      console.log(
        `${person.name} ${person.surname} has the new password; their sessions are ended.`,
      );
    });
  },
});
