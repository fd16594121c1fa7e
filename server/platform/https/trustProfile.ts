import type { X509Certificate } from "node:crypto";
import { v5 } from "uuid";
import { escaped } from "./escapeMarkup.ts";

const entry = (key: string, value: string) => `<key>${key}</key>${value}`;
const text = (value: string) => `<string>${escaped(value)}</string>`;
const dict = (...entries: string[]) => `<dict>${entries.join("")}</dict>`;

export function trustProfile(authority: X509Certificate, building: string): string {
  const id = `stoep.authority.${authority.fingerprint256.replaceAll(":", "").slice(0, 16)}`;
  const common = (identifier: string, type: string) => [
    entry("PayloadType", text(type)),
    entry("PayloadVersion", "<integer>1</integer>"),
    entry("PayloadIdentifier", text(identifier)),
    // The same for the same authority, so that a new profile replaces the old one.
    entry("PayloadUUID", text(v5(identifier + authority.fingerprint256, v5.URL).toUpperCase())),
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
