import { createHash, type X509Certificate } from "node:crypto";
import { escaped } from "./escapeMarkup.ts";

/** A stable UUID for the same authority, so that a new profile replaces the old one. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ]
    .join("-")
    .toUpperCase();
}

const entry = (key: string, value: string) => `<key>${key}</key>${value}`;
const text = (value: string) => `<string>${escaped(value)}</string>`;
const dict = (...entries: string[]) => `<dict>${entries.join("")}</dict>`;

/** The authority in Apple's format: a configuration profile with one root certificate. */
export function trustProfile(authority: X509Certificate, building: string): string {
  const id = `stoep.authority.${authority.fingerprint256.replaceAll(":", "").slice(0, 16)}`;
  const common = (identifier: string, type: string) => [
    entry("PayloadType", text(type)),
    entry("PayloadVersion", "<integer>1</integer>"),
    entry("PayloadIdentifier", text(identifier)),
    entry("PayloadUUID", text(uuidOf(identifier + authority.fingerprint256))),
    entry("PayloadDisplayName", text(`Stoep: ${building}`)),
  ];
  const certificate = dict(
    ...common(`${id}.root`, "com.apple.security.root"),
    entry("PayloadCertificateFileName", text("stoep.crt")),
    entry("PayloadContent", `<data>${authority.raw.toString("base64")}</data>`),
  );
  const profile = dict(
    ...common(id, "Configuration"),
    entry("PayloadDescription", text(`Lets this device recognise ${building} on its own network.`)),
    entry("PayloadOrganization", text(building)),
    entry("PayloadRemovalDisallowed", "<false/>"),
    entry("PayloadContent", `<array>${certificate}</array>`),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">${profile}</plist>
`;
}
