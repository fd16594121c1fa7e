import QRCode from "qrcode";
import { resetSecondStep } from "../features/factors/service.ts";
import { resetLinkFor } from "../features/invites/service.ts";
import { choosePassword } from "../features/session/service.ts";
import { accountByName } from "../platform/auth/accounts.ts";
import { hashChosen } from "../platform/auth/passwords.ts";
import type { House } from "../trpc.ts";
import { command, Refusal, UsageError } from "./command.ts";
import { atTheShell, inHouse } from "./house.ts";
import { passwordFromStdin } from "./stdin.ts";

type Person = NonNullable<ReturnType<typeof accountByName>>;

/** Makes the link as the admin's screen does. */
async function printLink(house: House, person: Person): Promise<void> {
  const made = resetLinkFor(house, atTheShell, person.id, house.now());
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
    "remove-second-step": {
      type: "boolean",
      help: "Only takes away the second step of who has lost it; the password stays.",
    },
  },
  async run({ username, "password-stdin": fromStdin, "remove-second-step": onlyStep }) {
    if (fromStdin && onlyStep)
      throw new UsageError("Say one of --password-stdin and --remove-second-step, not both.");
    const password = fromStdin ? await passwordFromStdin() : null;
    await inHouse(async (house) => {
      const person = accountByName(house.db, username);
      if (!person)
        throw new Refusal(
          `Nobody signs in as ${username}. Look at the spelling; it is the username or the email.`,
        );
      if (onlyStep) {
        resetSecondStep(house.db, atTheShell, person.id, house.now());
        console.log(`The password of ${person.name} ${person.surname} alone lets them in now.`);
        return;
      }
      if (password === null) return printLink(house, person);
      const hash = await hashChosen(house.db, password, person);
      choosePassword(house.db, atTheShell, person.id, hash, house.now());
      console.log(
        `${person.name} ${person.surname} has the new password; their sessions are ended.`,
      );
    });
  },
});
