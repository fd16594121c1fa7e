import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import QRCode from "qrcode";
import {
  deleteSetupLinkFile,
  issueSetupLink,
  needsSetup,
  setupLinkFile,
} from "../features/building/setup/service.ts";
import { isServedFor, trustAddress } from "../platform/https/certificates.ts";
import { isEverywhere, isOfMachine } from "../platform/https/names.ts";
import { startWith, stoep } from "../platform/installation/commands.ts";
import type { Services } from "../services.ts";

/** Whether the output goes to a person's terminal, and not into a file. */
const isTerminal = (): boolean => process.stdout.isTTY === true;

/** Only in a terminal that has escape codes, and without NO_COLOR (no-color.org). */
const mayDraw = ({ NO_COLOR, TERM } = process.env): boolean =>
  isTerminal() && !NO_COLOR && TERM !== "dumb";

/** The QR code of a link, where the terminal can show it. */
export const qrOf = async (link: string): Promise<string[]> =>
  mayDraw() ? [await QRCode.toString(link, { type: "terminal", small: true })] : [];

/** `http://stoep.local:3000`, which phones find if the machine announces its name by mDNS. */
function localName(origin: string): string {
  const url = new URL(origin);
  url.hostname = `${hostname().split(".")[0]}.local`;
  return url.origin;
}

export function addressesOf(services: Services): string {
  const { config, certificates, origin } = services;
  const isReached = config.origin !== null || !isOfMachine(config.host);
  const lines = isReached
    ? [`In the building: ${origin()}`]
    : [`On this machine alone (HOST=${config.host}): ${origin()}`];
  const byName = localName(origin());
  const isServed = !certificates || isServedFor(certificates, new URL(byName).hostname);
  if (!config.origin && isEverywhere(config.host) && isServed)
    lines.push(`or, if your network knows this machine by its name: ${byName}`);
  if (isReached && origin().startsWith("http:"))
    lines.push(
      `The connection is not secure (plain HTTP), so anybody on this network can read what is sent. To make it secure: ${startWith("HTTPS=local")}`,
    );
  if (certificates?.authority) {
    lines.push(`How devices learn to trust it: ${trustAddress(origin())}`);
    lines.push(
      `The fingerprint they must show (SHA-256): ${certificates.authority.fingerprint256}`,
    );
  }
  return lines.join("\n");
}

function newLink({ config, db, origin, now }: Services): string {
  deleteSetupLinkFile(config);
  return issueSetupLink(db, origin(), now());
}

/** A log must not have the link, so it goes into a file that only its owner can read. */
export async function setupMessage(services: Services): Promise<string> {
  const link = newLink(services);
  if (isTerminal()) return inWords(link);
  const file = setupLinkFile(services.config);
  writeFileSync(file, `${link}\n`, { mode: 0o600, flag: "wx" });
  return [
    "\nNobody is set up yet. The one-time link to name the building and make its first admin is in",
    `${file}, which only its owner can read. For a new one: ${stoep} address --set-up`,
  ].join("\n");
}

const inWords = async (link: string) =>
  [
    "\nNobody is set up yet. Open this link once, on any device in the building,",
    `to name the building and make its first admin:\n\n  ${link}\n`,
    ...(await qrOf(link)),
  ].join("\n");

/** The QR code to scan: the set-up link while there is no admin, later the address. */
export const qrLines = async (services: Services): Promise<string[]> =>
  needsSetup(services.db) ? [await inWords(newLink(services))] : qrOf(services.origin());
