import { hash, verify } from "@node-rs/argon2";
import type { Db } from "../../../database/open.ts";
import { requestError } from "../../../errors.ts";
import { readSetting } from "../../settings/settings.ts";
import { authError } from "../errors.ts";
import { weakness } from "./weak.ts";

// OWASP's parameters for argon2id, the library's default: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many hashes may wait. More are refused, to limit memory. */
const queueLimit = 200;
let waiting = 0;

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= queueLimit) throw requestError("server.busy");
  waiting += 1;
  try {
    return await work();
  } finally {
    waiting -= 1;
  }
}

/**
 * The argon2id hash to store, in PHC form. Keyboards write an é as one character or two, so the
 * password is hashed in one form (NIST SP 800-63B).
 * @throws server.busy when too many are waiting
 */
export const hashPassword = (password: string): Promise<string> =>
  queued(() => hash(password.normalize("NFKC"), cost));

/** The ways to write a password that an older Stoep may have hashed; one for most passwords. */
const spellingsOf = (password: string): Set<string> =>
  new Set([
    password.normalize("NFKC"),
    password,
    password.normalize("NFC"),
    password.normalize("NFD"),
  ]);

export interface Known {
  name: string;
  surname: string;
  username: string;
  email: string;
  address?: string | undefined;
  cellPhone?: string | undefined;
  idNumber?: string | undefined;
  /** Before the building's name is in the settings. */
  building?: string | undefined;
}

/** @throws auth.weak_password saying why it is easy to guess; server.busy */
export async function hashChosen(db: Db, password: string, person: Known): Promise<string> {
  const { name, surname, username, email, address = "", cellPhone = "", idNumber = "" } = person;
  const { building = readSetting(db, "buildingName") } = person;
  const names = [name, surname, username, email, address, cellPhone, idNumber, building, "Stoep"];
  const { commonPasswords } = await import("./commonPasswords.ts");
  const message = weakness(password, names, commonPasswords);
  if (message) throw authError("auth.weak_password", { field: "password", message });
  return hashPassword(password);
}

/** A hash of no real password, with the cost above. */
const nobodys =
  "$argon2id$v=19$m=19456,t=2,p=1$4bxcbauJJnV3aHGsvKc6qg$9OHWYl6Mhg9wGAWaqqrZcVLyakRyYjTzore6OthtRFM";

/** Without an account (`null`) it takes as long, so that nobody sees whether there is one. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  let matches = false;
  for (const spelling of spellingsOf(password))
    if (await queued(() => verify(stored ?? nobodys, spelling))) matches = true;
  return matches && stored !== null;
}
