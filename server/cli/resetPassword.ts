import { resetLinkFor } from "../features/account/invites/service.ts";
import { removePasskeys } from "../features/account/passkeys/service.ts";
import { choosePassword } from "../features/account/session/service.ts";
import { resetSecondStep } from "../features/account/twoFactor/service.ts";
import { memberById } from "../features/people/service.ts";
import { accountByName } from "../platform/auth/accounts.ts";
import { passkeysOf } from "../platform/auth/passkeys/passkeys.ts";
import { hashChosen } from "../platform/auth/passwords/passwords.ts";
import { daysIn } from "../platform/clock/dayTexts.ts";
import type { Services } from "../services.ts";
import { command, Refusal, UsageError } from "./command.ts";
import { atTheShell, requireBuilding, withServices } from "./openServices.ts";
import { qrOf } from "./startMessage.ts";
import { passwordFromStdin } from "./stdin.ts";
import { counted } from "./words.ts";

type Person = ReturnType<typeof memberById>;

async function printLink(services: Services, person: Person): Promise<void> {
  const made = resetLinkFor(services, atTheShell, person.id, services.now());
  const { sayFullMoment } = daysIn(
    () => services.config.timeZone,
    () => new Date(),
  );
  console.log(
    `With this link ${person.name} ${person.surname} chooses a new password. It works once,`,
  );
  const until = sayFullMoment(new Date(made.expiresAt));
  console.log(`until ${until}, and earlier ones do not work any more:`);
  console.log(`\n  ${made.link}\n`);
  if (made.mailed) console.log(`It is also on its way to ${person.email}.`);
  for (const line of await qrOf(made.link)) console.log(line);
}

async function reset(
  services: Services,
  person: Person,
  { password, onlyStep }: { password: string | null; onlyStep: boolean },
): Promise<void> {
  if (onlyStep) {
    resetSecondStep(services.db, atTheShell, person.id, services.now());
    console.log(`${person.name} ${person.surname} logs in with only the password now.`);
    return;
  }
  if (password === null) return printLink(services, person);
  const hash = await hashChosen(services.db, password, person);
  choosePassword(services.db, atTheShell, person.id, hash, services.now());
  console.log(`${person.name} ${person.surname} has the new password; their sessions are ended.`);
}

/** Removes the person's passkeys if asked to, and otherwise says that they still sign in. */
function lookAtPasskeys({ db, now }: Services, { id, name, surname }: Person, areRemoved: boolean) {
  const { length: count } = passkeysOf(db, id);
  const whose = `of ${name} ${surname}`;
  if (areRemoved) removePasskeys(db, atTheShell, id, now());
  if (areRemoved)
    console.log(
      count === 0
        ? `There are no passkeys ${whose} to remove.`
        : `Removed: ${counted(count, "passkey")} ${whose}. No passkeys remain.`,
    );
  else if (count > 0)
    console.log(
      `${counted(count, "passkey")} ${whose} ${count === 1 ? "remains and still logs" : "remain and still log"} in without the password. To remove ${count === 1 ? "it" : "them"}, use --remove-passkeys.`,
    );
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
      help: "Only removes the second step of somebody who has lost it. The password stays.",
    },
    "remove-passkeys": {
      type: "boolean",
      help: "Also removes their passkeys: nobody logs in with a lost or strange device any more.",
    },
  },
  async run({
    username,
    "password-stdin": fromStdin,
    "remove-second-step": onlyStep,
    "remove-passkeys": areRemoved = false,
  }) {
    if (fromStdin && onlyStep)
      throw new UsageError("Use either --password-stdin or --remove-second-step, not both.");
    requireBuilding();
    const password = fromStdin ? await passwordFromStdin() : null;
    await withServices(async (services) => {
      const account = accountByName(services.db, username);
      if (!account)
        throw new Refusal(
          `Nobody signs in as ${username}. Check the spelling. It must be a username or an email.`,
        );
      const person = memberById(services.db, account.id);
      await reset(services, person, { password, onlyStep });
      lookAtPasskeys(services, person, areRemoved);
    });
  },
});
