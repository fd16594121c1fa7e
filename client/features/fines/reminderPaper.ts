import { formatRand } from "../../../server/platform/money/format.ts";
import type { Answers } from "../../trpc.ts";
import { sayLongDay, today } from "../../ui/days.ts";
import { fileNameOf } from "../../ui/fileName.ts";
import type { LetterWithTable } from "../../ui/pdf.ts";
import { counted } from "../../ui/plural.ts";
import { formatLetter, tableRow } from "./reminderWords.ts";

export type Made = Answers["admin"]["reminders"]["letters"];

export const reminderPapers = (
  made: Made,
  contact: string,
  picture?: Uint8Array,
): LetterWithTable[] =>
  made.letters.map((letter) => ({
    ...formatLetter(made, letter, contact),
    building: made.building,
    picture,
    title: "A friendly reminder",
    date: sayLongDay(today()),
    addressee: [`${letter.name} ${letter.surname}`.trim(), letter.sendTo],
    notes: [],
    columns: [
      { label: "Reference", width: 28 },
      { label: "What for" },
      { label: "Was due", width: 34 },
      { label: "Late", width: 24 },
      { label: "Amount", width: 34, right: true },
    ],
    rows: letter.late.map((fine) => [...tableRow(fine), formatRand(fine.amountCents)]),
    totals: [[counted(letter.late.length, "fine"), formatRand(letter.owedCents)]],
  }));

export const fileNameFor = ({ letters: [first, ...others] }: Made): string =>
  others.length === 0
    ? fileNameOf("pdf", "reminder", first?.name ?? "", first?.surname ?? "", today())
    : fileNameOf("pdf", "reminder letters", today());
