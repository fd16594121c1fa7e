import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { ConfigError, environment, readConfig } from "../../config.ts";
import { parseSettings } from "./settingsFile.ts";

const read = (text: string) => parseSettings(text, "/opt/stoep/stoep.env");

test.each([
  ["BACKUP_PASSPHRASE=winter#storm 7", "winter#storm 7"],
  ["BACKUP_PASSPHRASE=#winter", "#winter"],
  ["BACKUP_PASSPHRASE=  winter storm \t\r", "winter storm"],
  ["BACKUP_PASSPHRASE = winter", "winter"],
  ["  BACKUP_PASSPHRASE=a=b", "a=b"],
  ["export BACKUP_PASSPHRASE=winter", "winter"],
  ["BACKUP_PASSPHRASE='winter # storm'", "winter # storm"],
  ['BACKUP_PASSPHRASE="winter # storm"', "winter # storm"],
  ['BACKUP_PASSPHRASE=" winter "', " winter "],
  ["BACKUP_PASSPHRASE='say \"storm\"'", 'say "storm"'],
  ["BACKUP_PASSPHRASE=win'ter", "win'ter"],
  ["BACKUP_PASSPHRASE=$HOME\\n`x`", "$HOME\\n`x`"],
  ["BACKUP_PASSPHRASE=''", ""],
  ["BACKUP_PASSPHRASE=", ""],
  ["\ufeffBACKUP_PASSPHRASE=winter", "winter"],
  ["BACKUP_PASSPHRASE=summer\nBACKUP_PASSPHRASE=winter", "winter"],
])("%j is read to the letter", (text, value) => {
  expect(read(text)).toEqual({ BACKUP_PASSPHRASE: value });
});

test("blank lines, comments at a line's start and names of other programs are fine", () => {
  expect(read("\n# PORT=1\n  \t# it's \"so\nNODE_EXTRA_CA_CERTS=/ca.pem\r\n\r\nPORT=3001")).toEqual(
    { NODE_EXTRA_CA_CERTS: "/ca.pem", PORT: "3001" },
  );
});

test.each([
  ["PORT=3001 # the usual one", "line 1: PORT has a # after a space."],
  ["PORT=\t# none", "line 1: PORT has a # after a space."],
  ['\n\nBACKUP_PASSPHRASE="winter" # storm', "line 3: BACKUP_PASSPHRASE has a # after a space."],
  ["BACKUP_PASSPHRASE=winter #storm", "line 1: BACKUP_PASSPHRASE has a # after a space."],
  ['BACKUP_PASSPHRASE="winter', "line 1: BACKUP_PASSPHRASE has a quote at one end only."],
  ["BACKUP_PASSPHRASE=winter'", "line 1: BACKUP_PASSPHRASE has a quote at one end only."],
  ["BACKUP_PASSPHRASE='winter\"", "line 1: BACKUP_PASSPHRASE has a quote at one end only."],
  ["BACKUP_PASSPHRASE='", "line 1: BACKUP_PASSPHRASE has a quote at one end only."],
  ["BACKUP_PASSPHRASE='it's'", "line 1: BACKUP_PASSPHRASE has ' between its quotes."],
  ["winter", "line 1: This is not a setting. Write NAME=value"],
  ["BACKUP PASSPHRASE=winter", "line 1: This is not a setting."],
  ["2FA=winter", "line 1: This is not a setting."],
  [
    "BACKUP_PASSPRASE=winter",
    "line 1: There is no setting BACKUP_PASSPRASE. Did you mean BACKUP_PASSPHRASE?",
  ],
  ["port=3001", "There is no setting port. Did you mean PORT?"],
  ["POTR=3001", "There is no setting POTR. Did you mean PORT?"],
  [
    "BACKUP_PASSWORD=winter",
    "line 1: There is no setting BACKUP_PASSWORD. Did you mean BACKUP_HOUR or BACKUP_PASSPHRASE or BACKUP_COPY_TO?",
  ],
  ["STOEP_PORT=winter", "STOEP_PORT. Did you mean STOEP_DATA or PORT or STOEP_ORIGIN?"],
  ["smtp_host=winter", "smtp_host. Did you mean SMTP_URL or SMTP_CA?"],
  ["OIDC_CLIENT=winter", "There is no setting OIDC_CLIENT."],
  ["WEATHER_LAT=winter", "There is no setting WEATHER_LAT."],
])("%j is refused with its line, and without its value", (text, words) => {
  expect(() => read(text)).toThrow(ConfigError);
  expect(() => read(text)).toThrow(words);
  expect(() => read(text)).toThrow("The settings in /opt/stoep/stoep.env cannot be read:");
  expect(() => read(text)).not.toThrow(/winter/);
});

test("all problems are reported at once", () => {
  expect(() => read("PORT=1 # a\nHOST=2\nHTTP=local # b\n?")).toThrow(
    /line 1: PORT .*\n {2}line 3: .*HTTPS\?\n {2}line 4: /,
  );
});

test("what Stoep 0.1.0 read of a file is the same or refused, but for a # inside of a value", () => {
  const values = ["a", "a b", "'a b'", '"a b"', "a # b", "'a' b", "a'b", "", "a=b", "$a", "'a#b'"];
  for (const value of values) {
    const text = `MAIL_FROM=${value}`;
    let now: unknown;
    try {
      now = read(text);
    } catch {
      continue;
    }
    expect(now).toEqual({ ...parseEnv(text) });
  }
});

const longNames = Object.keys(environment.shape).filter((name) => name.length >= 8);

test.each(longNames)("%s with a letter left out or two swapped is recognised", (name) => {
  const known = new Set(Object.keys(environment.shape));
  for (let at = 0; at < name.length - 1; at++) {
    const [before, one = "", two = ""] = [name.slice(0, at), name[at], name[at + 1]];
    const swapped = before + two + one + name.slice(at + 2);
    for (const wrong of [before + name.slice(at + 1), swapped]) {
      if (known.has(wrong) || !/^[A-Z]/.test(wrong)) continue;
      expect(() => read(`${wrong}=1`)).toThrow("Did you mean");
      if (wrong.length >= 8)
        expect(() => readConfig({ [wrong]: "1" })).toThrow(`There is no setting ${wrong}.`);
    }
  }
});

test("in the environment only long names that resemble ours are refused", () => {
  const others = {
    HOSTS: "x",
    SPORT: "x",
    HTTP_PROXY: "x",
    log_level: "x",
    PATH: "/bin",
    TZ: "UTC",
  };
  expect(readConfig(others)).toEqual(readConfig({}));
  expect(readConfig({ BACKUP_PASSPRASE: "" })).toEqual(readConfig({}));
  expect(() => readConfig({ BACKUP_PASSPRASE: "winter", PORT: "x" })).toThrow(
    /PORT must be [\s\S]*There is no setting BACKUP_PASSPRASE\. Did you mean BACKUP_PASSPHRASE\?/,
  );
});
