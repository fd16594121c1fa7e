import { createFileRoute, type LinkProps } from "@tanstack/react-router";
import { DoorOpen, Trash2 } from "lucide-react";
import { Fragment, useMemo } from "react";
import { formatQuota } from "../../../server/features/units/quotas/schema.ts";
import {
  sayField,
  type UnitFieldName,
  unitField,
  unitFieldNames,
} from "../../../server/features/units/schema.ts";
import { formatWeight } from "../../../server/features/units/weights/schema.ts";
import { type Answers, api, settles, utils } from "../../trpc.ts";
import { AsAt, titleAsAt } from "../../ui/AsAt.tsx";
import { type AsAtSearch, asAtSearch } from "../../ui/asAtSearch.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Question } from "../../ui/ConfirmDialog.tsx";
import type { Column } from "../../ui/column.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import type { OpenedDialog, RowMenuProps } from "../../ui/rowActions.ts";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { type TableSearch, tableSearch } from "../../ui/tableSearch.ts";
import { ImportLink } from "../people/links.tsx";
import { ExportRegister } from "./ExportRegister.tsx";
import { QuotaSum } from "./Quotas.tsx";
import { UnitsByFloor } from "./UnitsByFloor.tsx";

interface ViewSearch {
  view?: "floors" | undefined;
}

export const Route = createFileRoute("/admin/units")({
  validateSearch: (search: Record<string, unknown>): TableSearch & AsAtSearch & ViewSearch => ({
    ...tableSearch(search),
    ...asAtSearch(search),
    view: search.view === "floors" ? "floors" : undefined,
  }),
  loaderDeps: ({ search: { asAt, view } }) => ({ asAt, view }),
  staticData: { title: "Units" },
  loader: ({ deps: { asAt, view } }) =>
    Promise.all([
      loadPaperHead(),
      ...(view
        ? [utils.admin.unitStates.all.ensureData()]
        : [
            utils.admin.units.all.ensureData({ asAt }),
            utils.admin.weights.all.ensureData({ asAt }),
          ]),
    ]),
  component: Units,
});

interface Weighed {
  levyWeight: number | undefined;
  voteWeight: number | undefined;
}
type Unit = Answers["admin"]["units"]["all"]["rows"][number] & Weighed;

const columnsBefore: readonly Column<Unit>[] = [
  { key: "unit", label: "Unit", value: ({ label }) => label },
  {
    key: "section",
    label: "Section",
    phone: "away",
    value: ({ sectionNumber }) => sectionNumber ?? "",
  },
  {
    key: "pq",
    label: "PQ %",
    phone: "away",
    right: true,
    value: ({ participationQuota }) => participationQuota ?? 0,
    text: ({ participationQuota: quota }) => (quota ? formatQuota(quota) : ""),
  },
];

const weightColumn = (key: keyof Weighed, label: string): Column<Unit> => ({
  key,
  label,
  phone: "away",
  right: true,
  value: (unit) => unit[key] ?? 0,
  text: (unit) => (unit[key] === undefined ? "" : formatWeight(unit[key])),
});

const Names = ({ people }: { people: readonly { id: string; name: string }[] }) =>
  people.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ", "}
      <PersonLink id={id}>{name}</PersonLink>
    </Fragment>
  ));

const shownAlways: ReadonlySet<UnitFieldName> = new Set([
  "label",
  "sectionNumber",
  "participationQuota",
]);

/** A column of a field on the page of a unit, for those who turn it on. */
const extraColumn = (name: UnitFieldName): Column<Unit> => ({
  key: name,
  label: unitField(name).label,
  phone: "away",
  extra: true,
  value: (unit) => unit[name] ?? "",
  text: (unit) => sayField(name, unit),
});

const columnsAfter: readonly Column<Unit>[] = [
  {
    key: "owners",
    label: "Owners",
    phone: "aside",
    value: ({ owners }) => owners.map(({ name }) => name).join(", "),
    show: ({ owners }) => <Names people={owners} />,
  },
  {
    key: "residents",
    label: "Residents",
    phone: "named",
    value: ({ residents }) => residents.map(({ name }) => name).join(", "),
    show: ({ residents }) => <Names people={residents} />,
  },
  ...unitFieldNames.filter((name) => !shownAlways.has(name)).map(extraColumn),
];

function waysTo(asAt: string | undefined) {
  const linkOf = ({ id }: Unit): LinkProps => ({
    to: "/admin/units/$unitId",
    params: { unitId: id },
    search: { asAt },
  });
  const menu = (unit: Unit): RowMenuProps => ({
    of: unit.label,
    actions: () => [
      { label: "Open", icon: DoorOpen, link: linkOf(unit) },
      {
        label: "Remove",
        icon: Trash2,
        dialog: (opened) => <RemoveUnit unit={unit} {...opened} />,
      },
    ],
  });
  return { linkOf, menu };
}

const views = [
  [undefined, "List"],
  ["floors", "By floor"],
] as const;

function Units() {
  const { view, asAt } = Route.useSearch();
  const navigate = Route.useNavigate();
  const note = view
    ? "The building as it is today. A window leads to its unit."
    : "Every unit in the scheme, with the people who own it and who live in it on a day.";
  return (
    <>
      <PageHeader printed title={view ? "Units" : titleAsAt("Units", asAt)} note={note}>
        {!view && <AsAt />}
        <TextLink to="/admin/units/weights">Weights under a rule</TextLink>
        <ImportLink kind="units" />
        <ExportRegister asAt={view ? undefined : asAt} />
        <ButtonLink to="/admin/units/new_unit" className="sm:ml-auto">
          Add a unit
        </ButtonLink>
      </PageHeader>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box everywhere */}
      <div role="group" aria-label="View" className="mb-5 flex gap-2 print:hidden">
        {views.map(([each, label]) => (
          <Button
            key={label}
            kind="chip"
            small
            aria-pressed={view === each}
            onClick={() => void navigate({ search: (old) => ({ ...old, view: each }) })}
          >
            {label}
          </Button>
        ))}
      </div>
      {view ? <UnitsByFloor /> : <UnitList />}
    </>
  );
}

function UnitList() {
  const { asAt } = Route.useSearch();
  const [{ rows: units, quotaSum, quotaCount }] = api.admin.units.all.useSuspenseQuery({ asAt });
  const [weights] = api.admin.weights.all.useSuspenseQuery({ asAt });
  const rows = useMemo(
    () =>
      units.map((unit) => ({
        ...unit,
        levyWeight: weights.levies?.weights[unit.id],
        voteWeight: weights.votes?.weights[unit.id],
      })),
    [units, weights],
  );
  const columns = useMemo(
    () => [
      ...columnsBefore,
      ...(weights.levies ? [weightColumn("levyWeight", "Levy weight")] : []),
      ...(weights.votes ? [weightColumn("voteWeight", "Vote weight")] : []),
      ...columnsAfter,
    ],
    [weights],
  );
  const { menu, linkOf } = useMemo(() => waysTo(asAt), [asAt]);
  return (
    <>
      {quotaSum > 0 && <QuotaSum sum={quotaSum} units={quotaCount} />}
      <Table
        caption="Units"
        asAt={asAt}
        rows={rows}
        columns={columns}
        empty="No units yet"
        drawing="door"
        menu={menu}
        link={linkOf}
      />
    </>
  );
}

function RemoveUnit({ unit: { id, label }, ...opened }: OpenedDialog & { unit: Unit }) {
  const send = api.admin.units.remove.useMutation(settles(utils.admin.units));
  return (
    <Question
      {...opened}
      title={`Remove ${label}?`}
      action="Remove"
      onConfirm={() => send.mutateAsync({ unitId: id })}
    >
      It disappears from the list of units. You cannot remove a unit that somebody still owns or
      lives in.
    </Question>
  );
}
