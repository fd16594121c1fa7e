import { mailTransport } from "../../platform/mail/mail.ts";
import { oneLine } from "../../platform/mail/messages.ts";
import { bad, type Finding, ok } from "./finding.ts";

interface Failure {
  code?: string;
  /** The error code of the system or of TLS. */
  originalCode?: string;
  response?: string;
  message?: string;
}

/** Signs in as if to send a mail. @param timeoutMs how long each step may take */
export async function checkMail(
  settings: { url: string; authority?: string | null } | null,
  timeoutMs = 5_000,
): Promise<Finding> {
  if (!settings) return ok("Mail is not set up (SMTP_URL), so admins hand links over themselves.");
  const { hostname, host } = new URL(settings.url);
  let transport: Awaited<ReturnType<typeof mailTransport>>;
  try {
    transport = await mailTransport(settings.url, timeoutMs, settings.authority);
  } catch (error) {
    const says = `The file ${settings.authority} cannot be read (${(error as Error).message}).`;
    return bad(says, "Set SMTP_CA to the file of the certificate behind the mail server's.");
  }
  try {
    await transport.verify();
    return ok(`The mail server ${host} takes mails from us.`);
  } catch (error) {
    return inWords(error as Failure, { hostname, host });
  } finally {
    transport.close();
  }
}

const otherPort = "Look at the port in SMTP_URL: smtps:// goes with 465, smtp:// with 587.";

function inWords(failure: Failure, { hostname, host }: { hostname: string; host: string }) {
  const { code, originalCode = "", response, message } = failure;
  if (code === "EDNS")
    return bad(
      `There is no mail server called ${hostname}.`,
      "Check SMTP_URL for a typing mistake, and check that this machine has internet.",
    );
  if (code === "EAUTH" || code === "ENOAUTH")
    return bad(
      `The mail server ${host} does not take the user and password.`,
      "Put the right ones into SMTP_URL: smtp://user:password@server:587",
    );
  if (code === "ETIMEDOUT" || originalCode === "ETIMEDOUT")
    return bad(`The mail server ${host} does not answer.`, otherPort);
  if (originalCode === "ECONNREFUSED") return bad(`No mail server listens at ${host}.`, otherPort);
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|RECORD/.test(originalCode))
    return bad(
      `The mail server ${host} does not speak smtps:// on this port.`,
      "Write smtp:// in SMTP_URL instead. That is encrypted too if the server can do it.",
    );
  if (/CERT|SIGNATURE|ISSUER/.test(originalCode))
    return bad(
      `The certificate of the mail server ${host} cannot be trusted (${oneLine(message ?? originalCode)}).`,
      "Write the server's full name into SMTP_URL, or ask who runs it for a valid certificate. If it is of your own making, SMTP_CA names the file of the one behind it.",
    );
  const why = oneLine(response ?? message ?? originalCode).slice(0, 200);
  return bad(`The mail server ${host} refuses us (${why}).`, "Ask who runs it why.");
}
