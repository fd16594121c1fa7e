import type { Call } from "./phone.ts";

// The queries of the client's screens, as in client/features.

const all = { limit: "all" } as const;

export const residentDashboard: readonly Call[] = [
  ["resident.dashboard.overview"],
  ["member.notices.mine"],
  ["resident.fines.mine", all],
  ["resident.maintenance.mine", { limit: 20 }],
  ["resident.visitors.present", all],
];
export const staffDashboard: readonly Call[] = [
  ["staff.dashboard.overview"],
  ["member.notices.mine"],
];
export const adminDashboard: readonly Call[] = [
  ["admin.dashboard.overview"],
  ["admin.dashboard.needs"],
  ["admin.dashboard.firstSteps"],
  ["admin.personPages.withoutLogin"],
  ["member.notices.mine"],
];
export const staffIssues: readonly Call[] = [
  ["staff.maintenance.list", { type: "all", chips: { status: "Open" } }],
];
export const presentVisitors: readonly Call[] = [["admin.visitors.present", all]];
export const everyResident: readonly Call[] = [["admin.people.residents", all]];
export const everyFine: readonly Call[] = [["admin.fines.list", {}]];
export const myFines: readonly Call[] = [["resident.fines.mine", all], ["member.building.details"]];
export const oneFine = (fineId: string): readonly Call[] => [
  ["resident.fines.one", { fineId }],
  ["resident.fines.howToPay", { fineId }],
  ["resident.proofs.of", { fineId }],
];

/** A photo of a payment slip from a phone. Only its first bytes are real. */
export function photo(bytes: number): Buffer {
  const frame = [
    0xff, 0xc0, 0, 17, 8, 0x0b, 0xd0, 0x0f, 0xc0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
  ];
  const start = Buffer.from([0xff, 0xd8, ...frame, 0xff, 0xda]);
  return Buffer.concat([start, Buffer.alloc(bytes - start.length, 0x5a)]);
}

/** A form with one file in it, as browsers send it. */
export function formWith(file: Buffer) {
  const boundary = "----evening";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="slip.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}
