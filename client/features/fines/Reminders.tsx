import { createFileRoute } from "@tanstack/react-router";
import { FileDown } from "lucide-react";
import { useState } from "react";
import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import type { Chip, Column } from "../../ui/column.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { dayOf, paperDay } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { counted } from "../../ui/plural.ts";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { NoAddress } from "./NoAddress.tsx";
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

type Debtor = Answers["admin"]["reminders"]["debtors"]["rows"][number];

const facts: readonly Column<Debtor>[] = [
  {
    key: "name",
    label: "Name",
    value: ({ name }) => name,
    show: ({ id, name }) => <PersonLink id={id}>{name}</PersonLink>,
  },
  { key: "address", label: "Address", phone: "rest", value: ({ address }) => address },
  {
    key: "fines",
    label: "Overdue",
    phone: "away",
    right: true,
    whole: true,
    value: ({ fines }) => fines,
    text: ({ fines }) => counted(fines, "fine"),
    csvValue: ({ fines }) => String(fines),
  },
  {
    key: "owed",
    label: "Owed",
    phone: "end",
    right: true,
    whole: true,
    value: ({ owedCents }) => owedCents,
    text: ({ owedCents }) => formatRand(owedCents),
    csvValue: ({ owedCents }) => (owedCents / 100).toFixed(2),
  },
  {
    key: "days",
    label: "Late",
    phone: "named",
    right: true,
    whole: true,
    value: ({ days }) => days,
    text: ({ days }) => counted(days, "day"),
    csvValue: ({ days }) => String(days),
  },
  {
    key: "last",
    label: "Last letter",
    phone: "named",
    value: ({ lastLetterAt }) => lastLetterAt ?? "",
    text: ({ lastLetterAt }) => (lastLetterAt ? paperDay(dayOf(new Date(lastLetterAt))) : ""),
    csvValue: ({ lastLetterAt }) => (lastLetterAt ? dayOf(new Date(lastLetterAt)) : ""),
    show: ({ lastLetterAt }) => (lastLetterAt ? <Moment at={lastLetterAt} /> : "None yet"),
  },
];

const chips: readonly Chip<Debtor>[] = [
  {
    group: "due",
    value: "unreminded",
    label: "Not reminded yet",
    has: ({ reminded }) => !reminded,
  },
  { group: "due", value: "reminded", label: "Reminded", has: ({ reminded }) => reminded },
];

/** For the button above the list: to whom it makes letters, and what it says. */
function lettersFor(rows: readonly Debtor[]) {
  const waiting = rows.filter(({ reminded }) => !reminded);
  const to = waiting.length > 0 ? waiting : rows;
  const all = to.length === 1 ? "Make the letter" : `Make all ${to.length} letters`;
  const some = `Make ${counted(to.length, "letter")} to those not reminded yet`;
  return { ids: to.map(({ id }) => id), label: to.length === rows.length ? all : some };
}

function Reminders() {
  const [{ rows, leftOut }] = api.admin.reminders.debtors.useSuspenseQuery();
  const [me] = api.admin.profile.get.useSuspenseQuery({});
  const [contact, setContact] = useState(
    [`${me.name} ${me.surname}`, me.cellPhone].filter(Boolean).join(", "),
  );
  const { busy, make, panel } = useReminders();
  const { ids, label } = lettersFor(rows);
  const columns: readonly Column<Debtor>[] = [
    ...facts,
    {
      key: "action",
      label: "Action",
      show: ({ id, name }) => (
        <QuietButton small which={`to ${name}`} onClick={() => void make([id], contact)}>
          Letter
        </QuietButton>
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
          <Button busy={busy} onClick={() => void make(ids, contact)}>
            <FileDown aria-hidden="true" className={busy ? "hidden" : "size-5"} />
            {label}
          </Button>
        )}
      </PageHeader>
      {leftOut > 0 && (
        <p className="mb-6">
          {counted(leftOut, "more person has", "more people have")} overdue fines and will be listed
          here once these have their letters.
        </p>
      )}
      <NoAddress people={rows.filter(({ lacksAddress }) => lacksAddress)} />
      {rows.length > 0 && (
        <div className="mb-6 max-w-md print:hidden">
          <Field
            label="Whom people can talk to"
            name="contact"
            value={contact}
            maxLength={200}
            onChange={({ target }) => setContact(target.value)}
          />
        </div>
      )}
      <Table
        caption="Overdue"
        rows={rows}
        columns={columns}
        chips={chips}
        empty="Nobody has an overdue fine."
        drawing="tea"
      />
      {panel}
    </>
  );
}
