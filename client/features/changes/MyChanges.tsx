import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import type { Column } from "../../ui/column.ts";
import { live } from "../../ui/live.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { Table } from "../../ui/Table.tsx";
import { personTableSearch, wholeOf } from "../../ui/tableSearch.ts";
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
  unit,
  who,
  day,
  {
    ...state,
    text: ({ state, reason }) => (reason ? `${state}: ${reason}` : state),
    show: ({ state, reason }) => (
      <>
        <StatusBadge status={state} />
        {reason && <span className="mt-1 block text-sm text-soft">{reason}</span>}
      </>
    ),
  },
  { key: "action", label: "Action", show: (notice) => <Withdraw {...notice} /> },
];

function MyChanges() {
  const { profileId } = Route.useSearch();
  const [{ rows }] = api.resident.changeNotices.mine.useSuspenseQuery(wholeOf({ profileId }), live);
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

/** Takes an announcement back, after asking once. */
function Withdraw({ id: noticeId, kind, who, state }: OwnNotice) {
  const { profileId } = Route.useSearch();
  const send = api.resident.changeNotices.withdraw.useMutation({
    onSettled: () => utils.resident.changeNotices.invalidate(),
  });
  if (state !== "Waiting") return null;
  return (
    <ConfirmDialog
      trigger={
        <Button kind="quiet" small which={`${kindWords[kind]}, ${who}`}>
          Withdraw
        </Button>
      }
      title="Withdraw this announcement?"
      action="Withdraw it"
      onConfirm={() => send.mutateAsync({ noticeId, ...(profileId && { profileId }) })}
    >
      The admins no longer see it among what waits for them. You can announce it again.
    </ConfirmDialog>
  );
}
