import { createFileRoute } from "@tanstack/react-router";
import { api, client, utils } from "../../trpc.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import type { Column } from "../../ui/column.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { personTableSearch, wholeOf } from "../../ui/tableSearch.ts";
import { UndoableButton } from "../../ui/Undoable.tsx";
import { offerUndoOf } from "../../ui/undo.ts";
import { noticeColumns, type OwnNotice } from "./columns.tsx";
import { kindWords } from "./words.ts";

export const Route = createFileRoute("/resident/changes")({
  validateSearch: personTableSearch,
  staticData: { title: "Changes" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) =>
    Promise.all([utils.resident.changeNotices.mine.ensureData(wholeOf(deps)), loadPaperHead()]),
  component: MyChanges,
});

const { kind, unit, who, day, state } = noticeColumns;

const columns: readonly Column<OwnNotice>[] = [
  kind,
  { ...unit, phone: "away" },
  who,
  day,
  state,
  {
    key: "reason",
    label: "Reason",
    phone: "away",
    value: ({ reason }) => reason,
  },
  { key: "action", label: "Action", show: (notice) => <Withdraw {...notice} /> },
];

function MyChanges() {
  const { profileId } = Route.useSearch();
  const [{ rows }] = api.resident.changeNotices.mine.useSuspenseQuery(wholeOf({ profileId }));
  return (
    <>
      <PageHeader
        printed
        title="Changes"
        note="New owners, and people who move in or out, that you announced."
      >
        <ButtonLink to="/resident/changes/new">Announce a change</ButtonLink>
      </PageHeader>
      <Table
        caption="Announced changes"
        rows={rows}
        columns={columns}
        empty="You have announced no change"
      />
    </>
  );
}

const settled = () => utils.resident.changeNotices.invalidate();

/** The admins no longer see it among what waits for them. */
function Withdraw(notice: OwnNotice) {
  const { id: noticeId, kind, who, state } = notice;
  const { profileId } = Route.useSearch();
  const one = { noticeId, ...(profileId && { profileId }) };
  const send = api.resident.changeNotices.withdraw.useMutation({
    onSuccess: () =>
      offerUndoOf(notice, {
        said: "Withdrawn",
        now: {},
        undo: () => client.resident.changeNotices.undoWithdrawal.mutate(one),
        after: settled,
      }),
    onSettled: settled,
  });
  return (
    <UndoableButton
      row={notice}
      which={`${kindWords[kind]}, ${who}`}
      send={send}
      press={() => send.mutate(one)}
    >
      {state === "Waiting" && "Withdraw"}
    </UndoableButton>
  );
}
