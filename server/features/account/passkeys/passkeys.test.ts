import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { expect, test } from "vitest";
import { auditEvents } from "../../../platform/audit/table.ts";
import { siteOf } from "../../../platform/auth/passkeys/passkeys.ts";
import { passkeyChallenges, passkeys } from "../../../platform/auth/table.ts";
import { handClock, openHouse } from "../../../testing.ts";

const origin = "https://stoep.test";
const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();

/** A simulated device with one passkey. */
function openDevice({ at = origin, name = "stoep.test", verifies = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(16);
  const id = credentialId.toString("base64url");
  let counter = 0;

  const data = (kind: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${kind}`, challenge, origin: at }));
  const head = (flags: number) => {
    const counted = Buffer.alloc(4);
    counter += 1;
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(name), Buffer.from([flags | (verifies ? 5 : 1)]), counted]);
  };
  const answer = <Response>(response: Response) => {
    const type = "public-key" as const;
    return { id, rawId: id, type, clientExtensionResults: {}, response };
  };
  return {
    make: ({ challenge }: { challenge: string }) => {
      const coordinates = [x, y].map((each) => new Uint8Array(Buffer.from(each, "base64url")));
      const [left, right] = coordinates as [Uint8Array, Uint8Array];
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, left],
        [-3, right],
      ]);
      const length = Buffer.from([0, credentialId.length]);
      const authData = Buffer.concat([
        ...[head(0x40), Buffer.alloc(16), length, credentialId],
        Buffer.from(isoCBOR.encode(key as never)),
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]);
      return answer({
        clientDataJSON: data("create", challenge).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
      });
    },
    sign: ({ challenge }: { challenge: string }) => {
      const clientData = data("get", challenge);
      const authData = head(0);
      const signed = Buffer.concat([authData, sha256(clientData)]);
      return answer({
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
    /** Acts like a copy of the device, which has its own signature counter. */
    rewindCounter: () => {
      counter -= 2;
    },
  };
}

const refused = "This passkey did not work";

/** A building with a host name and HTTPS, where Thandi has a passkey on a device. */
async function withPasskey(device = openDevice()) {
  const { clock, pass } = handClock();
  const house = openHouse({ clock, env: { STOEP_ORIGIN: origin } });
  const { member } = house.as("thandi");
  const { passkeys: open } = house.as().public;
  await member.passkeys.add({ response: device.make(await member.passkeys.beginAdding()) });
  const signIn = async (with_ = device) =>
    open.signIn({ response: with_.sign(await open.begin()) });
  return { ...house, own: member.passkeys, open, device, signIn, pass };
}

test("a passkey signs its owner in, and both are noted", async () => {
  const { signIn, own, db, people } = await withPasskey();
  expect(await signIn()).toMatchObject({ user: "thandi Mokoena", userRole: "resident" });
  expect(await signIn()).toMatchObject({ profileId: people.thandi.id });
  expect(await own.own()).toMatchObject([{ label: "A program", lastUsedAt: expect.any(String) }]);
  const events = db.select().from(auditEvents).all().slice(6);
  expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["passkeys.add", people.thandi.id],
    ["session.sign_in", people.thandi.id],
    ["session.sign_in", people.thandi.id],
  ]);
});

test("what a device signed is taken once, and within five minutes; old challenges are removed", async () => {
  const { open, device, pass, db, own } = await withPasskey();
  const response = device.sign(await open.begin());
  await open.signIn({ response });
  await expect(open.signIn({ response })).rejects.toThrow(refused);
  const options = await open.begin();
  pass({ minutes: 5 });
  await expect(open.signIn({ response: device.sign(options) })).rejects.toThrow(refused);
  await own.beginAdding();
  expect(db.select().from(passkeyChallenges).all()).toHaveLength(1);
});

test("an unknown challenge, another person's, and one for another action are refused", async () => {
  const { open, as, own, device } = await withPasskey();
  const madeUp = { challenge: randomBytes(32).toString("base64url") };
  await expect(open.signIn({ response: device.sign(madeUp) })).rejects.toThrow(refused);
  const fresh = openDevice();
  const pieters = as("pieter").member.passkeys;
  const options = await pieters.beginAdding();
  await expect(own.add({ response: fresh.make(options) })).rejects.toThrow(refused);
  await expect(open.signIn({ response: device.sign(options) })).rejects.toThrow(refused);
  await expect(own.add({ response: fresh.make(await open.begin()) })).rejects.toThrow(refused);
});

test.each([
  ["another site's page", { at: "https://stoep.example" }],
  ["another name", { name: "stoep.example" }],
  ["nobody's finger", { verifies: false }],
])("%s makes no passkey", async (_, how) => {
  const { own } = await withPasskey();
  const response = openDevice(how).make(await own.beginAdding());
  await expect(own.add({ response })).rejects.toThrow(refused);
  expect(await own.own()).toHaveLength(1);
});

test("an unknown key, a signature of another key, and a copied key are refused", async () => {
  const { open, signIn, device } = await withPasskey();
  await expect(signIn(openDevice())).rejects.toThrow(refused);
  const forged = openDevice().sign(await open.begin());
  const { id, rawId } = device.sign({ challenge: "" });
  await expect(open.signIn({ response: { ...forged, id, rawId } })).rejects.toThrow(refused);
  await signIn();
  device.rewindCounter();
  await expect(signIn()).rejects.toThrow(refused);
});

test("the same passkey is stored once, for one person", async () => {
  const { as, device, own } = await withPasskey();
  for (const api of [own, as("pieter").member.passkeys]) {
    const response = device.make(await api.beginAdding());
    await expect(api.add({ response })).rejects.toThrow(refused);
  }
});

test("a removed passkey, and a removed person's, sign nobody in", async () => {
  const { signIn, own, as, people, db } = await withPasskey();
  const [{ id } = { id: "" }] = await own.own();
  await expect(as("pieter").member.passkeys.remove({ id })).rejects.toThrow(
    "This passkey could not be found",
  );
  await as("anna").admin.people.remove({ id: people.thandi.id });
  await expect(signIn()).rejects.toThrow(refused);
  await own.remove({ id });
  expect(db.select().from(passkeys).all()).toEqual([]);
  await expect(signIn()).rejects.toThrow(refused);
});

/** The token of a password reset link for Thandi. */
async function resetOf({ as, people }: Awaited<ReturnType<typeof withPasskey>>) {
  const { link } = await as("anna").admin.invites.resetLink({ id: people.thandi.id });
  return link.split("#")[1] ?? "";
}
const chosen = { password: "her own password", confirmPassword: "her own password" };

test("a password reset mentions passkeys, and leaves them unless the person chooses to remove them", async () => {
  const house = await withPasskey();
  const { as, db, people, signIn } = house;
  const { links } = as().public;
  const token = await resetOf(house);
  expect(await links.look({ token })).toEqual({ purpose: "reset", name: "thandi", passkeys: 1 });
  await links.setPassword({ token, ...chosen });
  expect(await signIn()).toMatchObject({ profileId: people.thandi.id });
  // Chosen, it removes their own alone.
  const pieters = as("pieter").member.passkeys;
  await pieters.add({ response: openDevice().make(await pieters.beginAdding()) });
  await links.setPassword({ token: await resetOf(house), ...chosen, removePasskeys: true });
  await expect(signIn()).rejects.toThrow(refused);
  expect(db.select().from(passkeys).all()).toMatchObject([{ accountId: people.pieter.id }]);
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "passkeys.remove",
    actorId: people.thandi.id,
  });
});

test.each([
  ["http://stoep.test", null],
  ["https://192.168.1.20:3000", null],
  ["https://[fd00::1]:3000", null],
  ["https://localhost:3000", "localhost"],
  ["https://stoep.example.co.za", "stoep.example.co.za"],
])("a house at %s has passkeys for %s", (address, name) =>
  expect(siteOf(address)?.name ?? null).toBe(name),
);

test("over plain HTTP there are none", async () => {
  const { as } = openHouse();
  expect(await as().public.session.ways()).toMatchObject({ passkeys: null });
  await expect(as().public.passkeys.begin()).rejects.toThrow("need a secure address");
  await expect(as("thandi").member.passkeys.beginAdding()).rejects.toThrow("need a secure address");
});
