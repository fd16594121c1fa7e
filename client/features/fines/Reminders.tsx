import { createFileRoute } from "@tanstack/react-router";
import { FileDown } from "lucide-react";
import { useState } from "react";
import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import type { Column } from "../../ui/column.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { Field } from "../../ui/Field.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { counted } from "../../ui/plural.ts";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { useReminders } from "./useReminders.tsx";

export const Route = createFileRoute("/admin/fines/reminders")({
  validateSearch: tableSearch,
  staticData: { title: "Reminder letters" },
  loader: () =>
    Promise.all([
      utils.admin.reminders.debtors.ensureData(),
      utils.admin.profile.get.ensureData({}),
      loadPaperHead(),
    ]),
  component: Reminders,
});

type Debtor = Answers["admin"]["reminders"]["debtors"][number];

const facts: readonly Column<Debtor>[] = [
  {
    key: "name",
    label: "Name",
    value: ({ name }) => name,
    show: ({ id, name }) => <PersonLink id={id}>{name}</PersonLink>,
  },
  { key: "address", label: "Address", value: ({ address }) => address },
  { key: "fines", label: "Overdue fines", right: true, value: ({ fines }) => fines },
  {
    key: "owed",
    label: "Owed",
    right: true,
    whole: true,
    value: ({ owedCents }) => owedCents,
    text: ({ owedCents }) => formatRand(owedCents),
    csvValue: ({ owedCents }) => (owedCents / 100).toFixed(2),
  },
  {
    key: "days",
    label: "Late",
    right: true,
    whole: true,
    value: ({ days }) => days,
    text: ({ days }) => counted(days, "day"),
  },
  {
    key: "last",
    label: "Last letter",
    value: ({ lastLetterAt }) => lastLetterAt ?? "",
    show: ({ lastLetterAt }) => (lastLetterAt ? <Moment at={lastLetterAt} /> : "None yet"),
  },
];

/** Everybody with an overdue fine, and the letters to them as PDF. */
function Reminders() {
  const [rows] = api.admin.reminders.debtors.useSuspenseQuery();
  const [me] = api.admin.profile.get.useSuspenseQuery({});
  const [contact, setContact] = useState(
    [`${me.name} ${me.surname}`, me.cellPhone].filter(Boolean).join(", "),
  );
  const { busy, make, panel } = useReminders();
  const columns: readonly Column<Debtor>[] = [
    ...facts,
    {
      key: "action",
      label: "Action",
      show: ({ id, name }) => (
        <Button kind="quiet" small which={`to ${name}`} onClick={() => void make([id], contact)}>
          Letter
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        printed
        up={<TextLink to="/admin/fines">All fines</TextLink>}
        title="Reminder letters"
        note="A friendly letter to each person with an overdue fine: what is open, how to pay it, and whom to talk to. The audit trail keeps that it was made."
      >
        {rows.length > 0 && (
          <Button
            busy={busy}
            onClick={() =>
              void make(
                rows.map(({ id }) => id),
                contact,
              )
            }
          >
            <FileDown aria-hidden="true" className={busy ? "hidden" : "size-5"} />
            {rows.length === 1 ? "Make the letter" : `Make all ${rows.length} letters`}
          </Button>
        )}
      </PageHeader>
      {rows.length > 0 && (
        <div className="mb-6 max-w-md print:hidden">
          <Field
            label="Whom people can talk to"
            name="contact"
            value={contact}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setContact(target.value)}
          />
        </div>
      )}
      <Table
        caption="Overdue"
        rows={rows}
        columns={columns}
        empty="Nobody has an overdue fine."
        drawing="tea"
      />
      {panel}
    </>
  );
}
