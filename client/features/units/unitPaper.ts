import { formatQuota } from "../../../server/features/units/quotas/schema.ts";
import {
  sayField,
  type UnitFieldName,
  unitField,
  unitFieldNames,
} from "../../../server/features/units/schema.ts";
import { formatWeight } from "../../../server/features/units/weights/schema.ts";
import type { Answers } from "../../trpc.ts";
import { fileDay, titleAsAt } from "../../ui/AsAt.tsx";
import { fileNameOf } from "../../ui/fileName.ts";
import { areaWords, rightWords, sayPart, sayPeriod } from "./words.ts";

type Unit = Answers["admin"]["units"]["one"];
type Party = Answers["admin"]["parties"]["ofUnit"]["parties"][number];
type Row = [what: string, when: string, words: string];

export const unitPaper = (
  unit: Unit,
  then: readonly Party[],
  others: readonly Party[],
  asAt: string | undefined,
) => ({
  title: titleAsAt(unit.label, asAt),
  fileName: fileNameOf("pdf", unit.label, fileDay(asAt)),
  addressee: [],
  notes: [
    sayField("sectionNumber", unit),
    ...Object.entries(factsOfUnit(unit)).map(([label, words]) => `${label}: ${words}`),
    `Payment reference ${unit.paymentReference}`,
  ].filter(Boolean),
  columns: [{ label: "What", width: 48 }, { label: "When", width: 48 }, { label: "" }],
  rows: [
    ...then.map(partyRow),
    ...others.map(partyRow),
    ...unit.areas.map(
      (area): Row => [
        `${areaWords[area.kind]} ${area.label}`,
        sayPeriod(area),
        [rightWords[area.right], area.reference].filter(Boolean).join(", "),
      ],
    ),
    ...unit.weights.map(
      ({ use, weight, rule, certificateOn: since }): Row => [
        `Weight for ${use}`,
        sayPeriod({ since, until: null }),
        `${weight === null ? "By quota again" : formatWeight(weight)}, ${rule}`,
      ],
    ),
    ...unit.quotas.map(
      ({ quota, since, paper }): Row => [
        "Participation quota",
        sayPeriod({ since, until: null }),
        [`${formatQuota(quota)} %`, paper].filter(Boolean).join(", "),
      ],
    ),
  ],
  totals: [],
});

const partyRow = (party: Party): Row => [sayPart(party), sayPeriod(party), party.name];

export const factsOfUnit = (unit: Unit): Record<string, string> =>
  Object.fromEntries(
    unitFieldNames
      .filter((name) => name !== "label" && name !== "sectionNumber")
      .map((name) => [labelToday(name), sayField(name, unit)])
      .filter(([, words]) => words !== ""),
  );

/** The quota has a history on the page. */
const labelToday = (name: UnitFieldName) =>
  name === "participationQuota" ? "PQ today" : unitField(name).label;
