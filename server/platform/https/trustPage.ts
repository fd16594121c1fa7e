import type { X509Certificate } from "node:crypto";
import { escaped } from "./escapeMarkup.ts";
import { endOf, isWide } from "./pair.ts";
import { deviceOf, devices, type Steps } from "./trustSteps.ts";

interface Facts {
  building: string;
  authority: X509Certificate;
  names: string[];
  /** The browser's user agent, which says what device it is. */
  userAgent: string;
  continueUrl: string;
}

/** `AA:BB:…` in eight groups of four bytes, so that two people can compare it aloud. */
export const fingerprintOf = ({ fingerprint256 }: X509Certificate): string[] =>
  fingerprint256.replace(/(.{11}):/g, "$1 ").split(" ");

const stepsOf = ({ file, fetch, steps, note }: Steps): string =>
  `<p><a class="button" href="/trust/${file}">${fetch}</a></p>
<ol>${steps.map((step) => `<li>${step}</li>`).join("\n")}</ol>
${note ? `<p>${note}</p>` : ""}`;

const day = new Intl.DateTimeFormat("en-ZA", { dateStyle: "long", timeZone: "UTC" });

function reach(authority: X509Certificate, names: string[]): string {
  if (isWide(authority))
    return "Your device will trust that machine for its own name and for private addresses and names, such as 192.168.1.20 or stoep.local, but for nothing on the internet.";
  const own = names.map((name) => escaped(name)).join(", ");
  return `Your device will trust that machine for its own names and addresses, and for nothing else: ${own}. If the machine gets another address, its name keeps working.`;
}

/** How to trust the building's authority. Needs no script and works in browsers of any age. */
export function trustPage({ building, authority, names, userAgent, continueUrl }: Facts): string {
  const name = escaped(building);
  const own = deviceOf(userAgent);
  const others = devices.filter((device) => device !== own);
  const fingerprint = fingerprintOf(authority).map((group) => `<span>${group}</span>`);
  return `<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Trust this building · Stoep</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs.css">
<script src="/trust.js" defer></script>
</head>
<body class="words">
<main>
<img src="/icon.svg" width="56" height="56" alt="">
<h1>Trust this building</h1>
<p>What you send to <b>${name}</b> is encrypted. Your device should also know that it is talking to the real ${name}, and not to somebody who pretends to be it. So tell your device once to trust the building's own certificate. It takes about two minutes.</p>

<h2>1. On this device: ${own.name}</h2>
${stepsOf(own)}

<h2>2. Make sure it is the right one</h2>
<p>If your device shows the certificate's fingerprint (SHA-256), it must be exactly this:</p>
<p class="print">${fingerprint.join(" ")}</p>
<p>Somebody on the network could forge this page. If you want to be sure, ask a trustee: the same fingerprint is on the admins' Building page, and in the terminal when Stoep starts.</p>

<h2>3. Go on</h2>
<p><a class="button" data-onward href="${escaped(continueUrl)}">Open ${name}</a></p>
<p>You can do this without the steps above. Your browser then warns that the connection is not private. Press Advanced to go on. What you send is still encrypted, but nothing proves who receives it, and you cannot install Stoep as an app.</p>

<h2>What trusting means</h2>
<p>The certificate was made on the building's own machine. Its key stays there and in encrypted backups.
${reach(authority, names)} Nobody can use it to pretend to be your bank. Some browsers from before 2024 do not keep to that limit. It is valid until ${day.format(endOf(authority))}. If Stoep gets a new one, we ask you to trust that one too.</p>
<p>To undo this: ${own.undo}</p>

<h2>Other devices</h2>
${others
  .map(
    (device) => `<details><summary>${device.name}</summary>
${stepsOf(device)}
<p>To undo this: ${device.undo}</p>
</details>`,
  )
  .join("\n")}
</main>
</body>
</html>`;
}
