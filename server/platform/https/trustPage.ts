import type { X509Certificate } from "node:crypto";
import { escaped } from "../../markup.ts";
import { endOf } from "./pair.ts";
import { deviceOf, devices, type Steps } from "./trustSteps.ts";

interface Facts {
  building: string;
  authority: X509Certificate;
  /** Whose device it is, as its browser says. */
  userAgent: string;
  /** Where to go on, over HTTPS. */
  onward: string;
}

/** `AA:BB:…` in eight groups of four pairs, so that two people can compare it aloud. */
export const fingerprintOf = ({ fingerprint256 }: X509Certificate): string[] =>
  fingerprint256.replace(/(.{11}):/g, "$1 ").split(" ");

const stepsOf = ({ file, fetch, steps, note }: Steps): string =>
  `<p><a class="button" href="/trust/${file}">${fetch}</a></p>
<ol>${steps.map((step) => `<li>${step}</li>`).join("\n")}</ol>
${note ? `<p>${note}</p>` : ""}`;

const day = new Intl.DateTimeFormat("en-ZA", { dateStyle: "long", timeZone: "UTC" });

/** How to trust this house's authority, without any script and for browsers of any age. */
export function trustPage({ building, authority, userAgent, onward }: Facts): string {
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
<title>Trust this house · Stoep</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs.css">
<script src="/trust.js" defer></script>
</head>
<body class="words">
<main>
<img src="/icon.svg" width="56" height="56" alt="">
<h1>Trust this house</h1>
<p>What you send to <b>${name}</b> is encrypted. So that your device also knows that it talks to the
real ${name}, and not to somebody who pretends, you tell it once to trust the building's own
certificate. It takes about two minutes.</p>

<h2>1. On this device: ${own.name}</h2>
${stepsOf(own)}

<h2>2. Make sure it is the right one</h2>
<p>Where your device shows the certificate's SHA-256 fingerprint, it must be this:</p>
<p class="print">${fingerprint.join(" ")}</p>
<p>This page itself can be forged by somebody on the network. Who wants to be sure compares with what
a trustee sees: the same fingerprint is on the admins' Building page, and in the terminal when Stoep
starts.</p>

<h2>3. Go on</h2>
<p><a class="button" data-onward href="${escaped(onward)}">Open ${name}</a></p>
<p>You may do that without the steps above. Your browser then warns that the connection is not
private; it lets you go on under Advanced. What you send is encrypted then too, but nothing shows who
gets it, and Stoep cannot be installed as an app.</p>

<h2>What trusting means</h2>
<p>The certificate was made on the building's own machine, and its key stays there. Your device will believe that machine about its own name and about private addresses and names,
such as 192.168.1.20 or stoep.local, and about nothing in the world outside: nobody can use it to pass
for your bank. Browsers from before 2024 do not all keep to that limit. It ends on ${day.format(endOf(authority))}. Where Stoep is given a new one, you are
asked to trust that anew.</p>
<p>To take it back: ${own.undo}</p>

<h2>Other devices</h2>
${others
  .map(
    (device) => `<details><summary>${device.name}</summary>
${stepsOf(device)}
<p>To take it back: ${device.undo}</p>
</details>`,
  )
  .join("\n")}
</main>
</body>
</html>`;
}
