import { randomUUID } from "node:crypto";
import type Database from "better-sqlite3";
import type { z } from "zod";
import { appRouter } from "../api/router.ts";
import type { Db } from "../database/open.ts";
import { addAttachment } from "../features/attachments/service.ts";
import { addProof } from "../features/fines/proofs/service.ts";
import { dayAfter } from "../platform/clock/clock.ts";
import { testTime } from "../platform/clock/testing.ts";
import type { openHouse } from "../testing.ts";

type TestBuilding = ReturnType<typeof openHouse>;

const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n");
export const tinyPdf = (words = "") => Buffer.concat([pdf, Buffer.from(`% ${words}\n`)]);

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** A PNG of one dot, whose header may claim more. */
export function tinyPng(width = 1, height = 1): Buffer {
  const picture = Buffer.from(png);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}

/** A multipart body with one file, as browsers and known clients send it. */
export function multipart(file: Buffer, fileName = "proof.pdf", boundary = "----neighbour") {
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`;
  return Buffer.concat([
    Buffer.from(
      `${part(`name="file"; filename="${fileName}"`)}Content-Type: application/pdf\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n${part('name="fileName"')}\r\n${fileName}\r\n--${boundary}--\r\n`),
  ]);
}

/** The building's day in this many days from that of the tests. */
export const inDays = (count: number) => dayAfter(testTime.slice(0, 10), count);

/** A fine, a request and a visit, as people send them. */
export const lateRent = {
  type: "Late Rent" as const,
  amountCents: 45_000,
  dueDate: inDays(30),
  reason: "March came late",
};
export const darkStairs = {
  maintenanceType: "Electricity" as const,
  roomNumber: "4",
  date: inDays(0),
  description: "The stairs are dark",
};
export const dayVisit = {
  visitationType: "Day Visit" as const,
  roomNumber: "4",
  residentName: "Pieter van Wyk",
  visitorName: "Jan",
  visitorSurname: "Botha",
  visitorEmail: "jan@example.co.za",
  startDate: inDays(0),
};

/** One thing of every kind that belongs to Pieter, for other people to try to reach. */
export async function pietersThings({ as, people, services }: TestBuilding) {
  const pieter = as("pieter");
  const fine = await as("anna").admin.fines.issue({ ...lateRent, residentId: people.pieter.id });
  const request = await pieter.resident.maintenance.log(darkStairs);
  const visit = await pieter.resident.visitors.signIn(dayVisit);
  const expected = await pieter.resident.expectedVisits.announce({
    visitorName: "Elna",
    from: inDays(0),
    until: inDays(1),
  });
  const token = await pieter.member.session.makeToken({ label: "his" });
  const proof = addProof(
    services.db,
    { accountId: people.pieter.id, origin: "test" },
    { residentId: people.pieter.id, fineId: fine.id },
    { storedName: "x.pdf", fileName: "x.pdf", mimeType: "application/pdf", size: 1, sha256: "x" },
    services.now(),
  );
  const photo = addAttachment(
    services.db,
    { accountId: people.anna.id, origin: "test" },
    { kind: "evidence", subjectId: fine.id, addedBy: people.anna.id },
    { storedName: "p.png", fileName: "p.png", mimeType: "image/png", size: 1, sha256: "p" },
    services.now(),
  );
  const requestPhoto = addAttachment(
    services.db,
    { accountId: people.pieter.id, origin: "test" },
    { kind: "requestPhotos", subjectId: request.id, addedBy: people.pieter.id },
    { storedName: "r.png", fileName: "r.png", mimeType: "image/png", size: 1, sha256: "r" },
    services.now(),
  );
  const internalFile = addAttachment(
    services.db,
    { accountId: people.anna.id, origin: "test" },
    { kind: "internalFiles", subjectId: request.id, addedBy: people.anna.id },
    { storedName: "i.png", fileName: "i.png", mimeType: "image/png", size: 1, sha256: "i" },
    services.now(),
  );
  const unit = await as("anna").admin.units.add({ label: "Unit 12" });
  const party = await as("anna").admin.parties.add({
    unitId: unit.id,
    personId: people.anna.id,
    role: "owner",
    since: inDays(-30),
    share: 500_000,
  });
  await as("anna").admin.parties.add({
    unitId: unit.id,
    personId: people.pieter.id,
    role: "owner",
    since: inDays(-30),
    share: 250_000,
  });
  const notice = await pieter.resident.changeNotices.announce({
    kind: "tenant",
    unitId: unit.id,
    on: inDays(30),
    name: "Jan",
    surname: "Botha",
  });
  const announcement = await as("anna").admin.announcements.post({ message: "The lift works" });
  const noticeFile = addAttachment(
    services.db,
    { accountId: people.anna.id, origin: "test" },
    { kind: "noticeFiles", subjectId: announcement.id, addedBy: people.anna.id },
    { storedName: "n.png", fileName: "n.png", mimeType: "image/png", size: 1, sha256: "n" },
    services.now(),
  );
  const bay = { unitId: unit.id, kind: "parking", label: "P1", right: "arrangement" } as const;
  const area = await as("anna").admin.areas.add(bay);
  const term = await as("anna").admin.trustees.begin({
    personId: people.thandi.id,
    since: inDays(-30),
  });
  return {
    profileId: people.pieter.id,
    residentId: people.pieter.id,
    fineId: fine.id,
    requestId: request.id,
    visitId: visit.id,
    expectedId: expected.id,
    code: expected.code,
    proofId: proof.id,
    evidenceId: photo.id,
    photoId: requestPhoto.id,
    fileId: noticeFile.id,
    internalFileId: internalFile.id,
    unitId: unit.id,
    partyId: party.id,
    areaId: area.id,
    termId: term.id,
    noticeId: notice.id,
    announcementId: announcement.id,
    personId: people.bongani.id,
    id: token.id,
  };
}

/** A made-up passkey response in the shape a browser sends. */
const passkeyAnswer = {
  id: "x",
  rawId: "x",
  type: "public-key",
  clientExtensionResults: {},
  response: {
    clientDataJSON: "x",
    attestationObject: "x",
    authenticatorData: "x",
    signature: "x",
  },
};

/** A valid value, or several, for every field of any call, under tRPC's and the wire's names. */
export function goodValues(things: Awaited<ReturnType<typeof pietersThings>>) {
  const name = `n${randomUUID().slice(0, 8)}`;
  const password = "a good long password";
  const person = { name, surname: "Person", surName: "Person", cellPhone: "082 555 1234" };
  const account = {
    username: name,
    userName: name,
    email: `${name}@example.co.za`,
    role: ["Resident", "owner"],
  };
  return {
    ...things,
    ...person,
    people: [[things.profileId]],
    codes: [["K7QM4XPD9RTW"]],
    cellphone: person.cellPhone,
    idNumber: "8001015009087",
    address: "Unit 9",
    userAddress: "Unit 9",
    ...account,
    roles: "Resident",
    newRole: "Cleaning",
    assignedTo: "",
    dueOn: inDays(3),
    sameAsId: null,
    endpoint: "https://fcm.googleapis.com/fcm/send/a",
    p256dh: "B".repeat(87),
    auth: "A".repeat(22),
    lockScreen: "that",
    stars: 4,
    internal: false,
    label: "script",
    password,
    confirmPassword: password,
    currentPassword: password,
    token: "x".repeat(43),
    on: [true, inDays(0)],
    response: passkeyAnswer,
    kind: ["residents", "primary", "parking", "tenant"],
    q: "pieter",
    sectionNumber: "12",
    participationQuota: [25_000, "2.5000"],
    person: { name, surname: "Person" },
    uses: [["levies"]],
    certificateOn: inDays(-30),
    weights: [[{ unitId: things.unitId, weight: 10_000 }]],
    since: inDays(0),
    from: inDays(0),
    until: inDays(3),
    to: inDays(3),
    asAt: inDays(0),
    share: [10_000, "1"],
    owners: [[{ personId: things.profileId }]],
    voter: things.profileId,
    bondholder: "",
    moveIn: false,
    moveOut: false,
    juristic: false,
    telephone: person.cellPhone,
    shareEmail: true,
    version: "of yesterday",
    staysId: things.personId,
    goesId: things.profileId,
    who: things.profileId,
    action: "fines.issue",
    about: things.fineId,
    day: inDays(0),
    confirmation: "pieter van Wyk",
    signInHelp: { label: "Anna", number: "082 123 4567" },
    source: { before: "last restore" },
    passphrase: password,
    archive: "stoep.tar.gz",
    reason: "Noise",
    Reason: "Noise",
    residentIds: [[things.residentId]],
    type: ["Late Rent", "mine"],
    Type: "Late Rent",
    amountCents: 100,
    Amount: "450.50",
    dueDate: inDays(10),
    DueDate: inDays(10),
    status: ["Paid", "Closed"],
    Status: "Paid",
    maintenanceType: "Cleaning",
    roomNumber: "3",
    date: inDays(0),
    startDate: inDays(0),
    audience: "everybody",
    residentName: "T M",
    visitorName: "V",
    visitorSurname: "W",
    visitorEmail: "v@example.co.za",
    newStatus: "Closed",
    bankDetails: {
      bank: "FNB",
      accountHolder: "BC",
      accountNumber: "62000",
      branchCode: "250655",
    },
    sort: "status",
    filter: "open",
    page: 1,
    size: 50,
    columns: [["status"]],
    chips: { status: "Open" },
    contacts: [{ label: "Caretaker", number: "082 444 1018" }],
  } as Record<string, unknown>;
}

/**
 * The good values for one call by somebody of a role. Some belong together, which they alone do not
 * show: staff have a trade, and admins name somebody of the list that they change.
 */
export function goodValuesFor(
  call: string,
  role: string,
  things: Awaited<ReturnType<typeof pietersThings>>,
  people: TestBuilding["people"],
): Record<string, unknown> {
  const isNew = /sign_?up|invites\.invite/i.test(call);
  const ofStaff = /changeRole|updaterole|admin\/staff|people\.remove/.test(call);
  return {
    ...goodValues(things),
    ...(role === "Staff" && { profileId: people.sipho.id }),
    ...(role === "Admin" && { id: ofStaff ? people.sipho.id : people.pieter.id }),
    ...(call.includes("admin.visitors") && { residentEmail: people.pieter.email }),
    ...(isNew && { role: "Staff", roles: "Staff" }),
    // Only for a payment proof that is turned down.
    ...(call === "admin.fines.setStatus" && { reason: [] }),
    ...(ofStaff && { role: "Staff" }),
  };
}

/** The fields of an object schema, even inside wrappers; none for other schemas. */
export function fieldsOf(schema: unknown): Record<string, z.ZodType> {
  const { shape, _zod } = (schema ?? {}) as {
    shape?: Record<string, z.ZodType>;
    _zod?: { def: { innerType?: unknown; in?: unknown } };
  };
  if (shape) return shape;
  const inner = _zod?.def.innerType ?? _zod?.def.in;
  return inner ? fieldsOf(inner) : {};
}

/** One of these fits a field without a meaning for other fields: a text, a figure, a day, a list. */
const ordinary = ["Keys at the office", 3, true, inDays(0), "25", [], {}];

/** The options of a field, even inside wrappers. */
function optionsOf(type: unknown): unknown[] {
  const { options, _zod } = type as {
    options?: unknown[];
    _zod?: { def: { innerType?: unknown } };
  };
  if (options?.every((each) => typeof each === "string")) return options;
  return _zod?.def.innerType ? optionsOf(_zod.def.innerType) : [];
}

/** Fields that only make sense together with others and are left out here. */
const leftOut = new Set([
  "cursor",
  "limit",
  "from",
  "version",
  "leaveDate",
  "direction",
  "DateIssued",
  "userId",
]);

/**
 * A valid input for a schema, made from the good values and, for fields without one, from ordinary
 * ones. A new field that takes none of them fails here, so that no new call escapes the matrix.
 */
export function goodInput(
  schema: unknown,
  values: Record<string, unknown>,
  special: Record<string, unknown> = {},
): Record<string, unknown> | undefined {
  const fields = fieldsOf(schema);
  const input: Record<string, unknown> = {};
  for (const [field, type] of Object.entries(fields)) {
    if (leftOut.has(field) && type.safeParse(undefined).success) continue;
    const given = special[field] ?? values[field] ?? [...optionsOf(type), ...ordinary];
    const value = [given].flat().find((each) => type.safeParse(each).success);
    if (value !== undefined) input[field] = value;
    else if (!type.safeParse(undefined).success)
      throw new Error(`Add a good value for "${field}" to server/contract/samples.ts.`);
  }
  return Object.keys(fields).length > 0 ? input : undefined;
}

/**
 * Everything in the database except sessions and counted attempts, to show that a refused call
 * changed nothing.
 */
export function contents(db: Db): string {
  const tables = db.$client
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('sessions', 'throttles')",
    )
    .all();
  const rows = tables.map(({ name }) => [
    name,
    db.$client.prepare(`SELECT * FROM "${name}"`).all(),
  ]);
  return JSON.stringify(rows);
}

interface TableColumn {
  name: string;
  type: string;
  pk: number;
}

/**
 * Adds copies of a table's first row until there are `count`. Unique columns get a number, and the
 * given values go into each row.
 */
export function multiply(
  sqlite: Database.Database,
  table: string,
  count: number,
  given: Record<string, string> = {},
): void {
  const columns = sqlite.pragma(`table_info(${table})`) as TableColumn[];
  const indexes = sqlite.pragma(`index_list(${table})`) as { name: string; unique: number }[];
  const unique = indexes
    .filter((index) => index.unique)
    .map(({ name }) => sqlite.pragma(`index_info(${name})`) as { name: string }[])
    .map((parts) => parts.map(({ name }) => name));
  const foreign = sqlite.pragma(`foreign_key_list(${table})`) as { from: string }[];
  const isForeign = (name: string) => foreign.some(({ from }) => from === name);
  // Many rows may refer to the same row of another table, unless that column alone must be unique.
  const own = new Set(
    unique.flatMap((names) =>
      names.length === 1 ? names : names.filter((name) => !isForeign(name)),
    ),
  );
  const values = columns.map(({ name, type, pk }) => {
    if (given[name] !== undefined) return `'${given[name]}'`;
    // A number that is the key has no index of its own.
    if (!own.has(name) && !(pk && type.toUpperCase() === "INTEGER")) return `"${name}"`;
    return `iif(typeof("${name}") = 'integer', "${name}" + 1000 * n, "${name}" || printf('-%06d', n))`;
  });
  sqlite.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})
    INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join()})
    SELECT ${values.join()} FROM (SELECT * FROM "${table}" LIMIT 1), numbers WHERE true`);
}

/** The schema of every call that has an input. */
export const inputSchemas = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>,
).flatMap(([path, { _def }]) => (_def.inputs[0] ? [{ path, schema: _def.inputs[0] }] : []));

/** The value with one of its texts changed, once for each text. */
export function* changedTexts(
  value: unknown,
  change: (text: string) => string,
  field = "",
): Generator<{ field: string; value: unknown }> {
  if (typeof value === "string") yield { field, value: change(value) };
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      const copy = (part: unknown) =>
        Array.isArray(value)
          ? value.map((each, at) => (String(at) === key ? part : each))
          : { ...value, [key]: part };
      const name = Array.isArray(value) ? field : key;
      for (const each of changedTexts(inner, change, name))
        yield { ...each, value: copy(each.value) };
    }
}
