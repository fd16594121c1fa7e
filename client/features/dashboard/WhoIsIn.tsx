import { createFileRoute } from "@tanstack/react-router";
import { type Answers, api, utils, wordsOf } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Moment } from "../../ui/Moment.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { live } from "./Overview.tsx";

const all = { limit: "all" } as const;

export const Route = createFileRoute("/admin/visitors")({
  validateSearch: tableSearch,
  staticData: { title: "Visitors" },
  loader: () => utils.admin.visitors.present.ensureData(all),
  component: WhoIsIn,
});

type Visit = Answers["admin"]["visitors"]["present"]["rows"][number];

const columns: readonly Column<Visit>[] = [
  { key: "name", label: "Visitor Name", value: ({ visitorName }) => visitorName },
  { key: "surname", label: "Visitor Surname", value: ({ visitorSurname }) => visitorSurname },
  { key: "resident", label: "Visits", value: ({ residentName }) => residentName },
  { key: "room", label: "RoomNumber", value: ({ roomNumber }) => roomNumber },
  { key: "type", label: "Visitation", value: ({ visitationType }) => visitationType },
  {
    key: "date",
    label: "Sign In Date",
    whole: true,
    value: ({ signedInAt }) => signedInAt,
    show: ({ signedInAt }) => <Moment at={signedInAt} />,
  },
  { key: "action", label: "Action", show: (visit) => <SignOut visit={visit} /> },
];

/** Everybody who is visiting now. */
function WhoIsIn() {
  const [{ rows }] = api.admin.visitors.present.useSuspenseQuery(all, live);
  return (
    <>
      <PageHeader title="Visitors" note="Who is in the building now." />
      <Table caption="Visitors" rows={rows} columns={columns} empty="No visitors signed in" />
    </>
  );
}

function SignOut({ visit: { id: visitId, visitorName, visitorSurname } }: { visit: Visit }) {
  const cache = api.useUtils();
  const send = api.admin.visitors.signOut.useMutation({
    onSettled: () => cache.admin.invalidate(),
  });
  return (
    <>
      <Button
        kind="quiet"
        className="min-h-11! px-3.5! leading-tight"
        busy={send.isPending}
        onClick={() => !send.isPending && send.mutate({ visitId })}
      >
        Sign Out
        <span className="sr-only">
          {" "}
          {visitorName} {visitorSurname}
        </span>
      </Button>
      {send.error && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {wordsOf(send.error)}
        </p>
      )}
    </>
  );
}
