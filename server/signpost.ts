import { hostname } from "node:os";
import QRCode from "qrcode";
import { issueSetupLink, needsSetup } from "./features/setup/service.ts";
import { trustAddress } from "./platform/https/address.ts";
import type { House } from "./trpc.ts";

const qrOf = (link: string): Promise<string> =>
  QRCode.toString(link, { type: "terminal", small: true });

/** `http://stoep.local:3000` beside the number: phones find it by name where the machine says its name. */
function localName(origin: string): string {
  const url = new URL(origin);
  url.hostname = `${hostname().split(".")[0]}.local`;
  return url.origin;
}

/** Where people in the building reach this house, in lines for the terminal. */
export function addressesOf({ config, certificates, origin }: House): string {
  const lines = [`In the building: ${origin()}`];
  if (!config.origin)
    lines.push(`or, where this machine makes its name known: ${localName(origin())}`);
  if (origin().startsWith("http:"))
    lines.push("Plain HTTP: who is on this network can read along. README says how to use HTTPS.");
  if (certificates?.authority) {
    lines.push(`Devices learn to trust it at ${trustAddress(origin())}`);
    lines.push(
      `The fingerprint they must show (SHA-256): ${certificates.authority.fingerprint256}`,
    );
  }
  return lines.join("\n");
}

/** The one-time link as text and as a picture for a phone; earlier ones stop working. */
export async function setupLinkOf({ db, origin, now }: House): Promise<string> {
  const link = issueSetupLink(db, origin(), now());
  return [
    "\nNobody is set up yet. Open this link once, on any device in the building,",
    `to name the building and make its first admin:\n\n  ${link}\n`,
    await qrOf(link),
  ].join("\n");
}

/** What a person scans to get in: the set-up link while nobody is set up, then the address. */
export const wayInto = async (house: House): Promise<string> =>
  needsSetup(house.db) ? setupLinkOf(house) : qrOf(house.origin());
