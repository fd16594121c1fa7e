/** How to trust the authority on one kind of device. */
export interface Steps {
  name: string;
  isMeant: RegExp;
  /** The file to download below `/trust/`, and the text of its link. */
  file: string;
  fetch: string;
  /** In order, after the download. */
  steps: string[];
  note?: string;
  undo: string;
}

/** Every kind of device, in its menus' words. The most likely is first, the last is the rest. */
export const devices: Steps[] = [
  {
    name: "Android",
    isMeant: /Android/,
    file: "stoep.crt",
    fetch: "Get the certificate",
    steps: [
      "Open Settings and search for <b>CA certificate</b>. It is usually under Security, then Encryption and credentials, then Install a certificate.",
      "Choose <b>CA certificate</b>, then <b>Install anyway</b>. The phone may ask for its PIN, or ask you to set one.",
      "Choose the file <b>stoep.crt</b> in Downloads.",
      "On Android 10 or older, opening the file is enough: give it the name Stoep, and if it asks what it is for, choose <b>VPN and apps</b>.",
    ],
    note: "Android then says that your network may be monitored. It says this about every certificate that you add yourself. Firefox on Android does not use these certificates, so use Chrome.",
    undo: "In Settings search for <b>User credentials</b> or <b>Trusted credentials</b>, open the one that begins with Stoep, and choose Remove.",
  },
  {
    name: "iPhone and iPad",
    isMeant: /iPhone|iPad|iPod/,
    file: "stoep.mobileconfig",
    fetch: "Get the profile",
    steps: [
      "Do this in <b>Safari</b>. When it asks whether to download a profile, choose <b>Allow</b>.",
      "Open Settings. At the top it says <b>Profile Downloaded</b>: open that, choose <b>Install</b>, and enter your passcode.",
      "Then switch it on, or nothing changes: Settings, General, About, at the very bottom <b>Certificate Trust Settings</b>. Switch on the one that begins with Stoep.",
    ],
    undo: "Settings, General, VPN and Device Management: open the one that begins with Stoep and choose Remove Profile.",
  },
  {
    name: "Windows",
    isMeant: /Windows/,
    file: "stoep.crt",
    fetch: "Get the certificate",
    steps: [
      "Open the file <b>stoep.crt</b> and choose <b>Install Certificate</b>.",
      "Choose <b>Current User</b>, then Next.",
      "Choose <b>Place all certificates in the following store</b>, then Browse, then <b>Trusted Root Certification Authorities</b>.",
      "Choose Next, Finish, and <b>Yes</b> when Windows asks.",
      "Close the browser and open it again.",
    ],
    undo: "Press the Windows key, type <b>certmgr.msc</b>, open Trusted Root Certification Authorities, Certificates, and delete the one that begins with Stoep.",
  },
  {
    name: "Mac",
    isMeant: /Macintosh/,
    file: "stoep.crt",
    fetch: "Get the certificate",
    steps: [
      "Open the file <b>stoep.crt</b>. Keychain Access opens; let it add the certificate to <b>login</b>.",
      "Find the certificate that begins with <b>Stoep</b> there and open it.",
      "Unfold <b>Trust</b>, and at When using this certificate choose <b>Always Trust</b>.",
      "Close the window and enter the Mac's password.",
    ],
    note: "An iPad may call itself a Mac. If you have an iPad, follow the steps for iPhone and iPad.",
    undo: "In Keychain Access delete the certificate that begins with Stoep.",
  },
  {
    name: "Linux, and Firefox everywhere",
    isMeant: /./,
    file: "stoep.pem",
    fetch: "Get the certificate",
    steps: [
      "Firefox: Settings, search for <b>certificates</b>, View Certificates, Authorities, Import. Choose <b>stoep.pem</b> and tick <b>Trust this CA to identify websites</b>.",
      "Chrome and Chromium: Settings, Privacy and security, Security, Manage certificates; import <b>stoep.pem</b> as a trusted certificate.",
      "Debian and Ubuntu, for programs: copy it to <code>/usr/local/share/ca-certificates/stoep.crt</code> and run <code>sudo update-ca-certificates</code>.",
    ],
    undo: "Delete it in the same place.",
  },
];

export const deviceOf = (userAgent: string): Steps =>
  devices.find(({ isMeant }) => isMeant.test(userAgent)) ?? (devices.at(-1) as Steps);
