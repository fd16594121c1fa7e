import { type Answers, api, wordsOf } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Moment } from "../../ui/Moment.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { named } from "../../ui/tableSearch.ts";

type Visit = Answers["resident"]["visitors"]["present"]["rows"][number];

const columns: readonly Column<Visit>[] = [
  { key: "name", label: "Visitor Name", value: ({ visitorName }) => visitorName },
  { key: "surname", label: "Visitor Surname", value: ({ visitorSurname }) => visitorSurname },
  { key: "email", label: "Visitor Email", value: ({ visitorEmail }) => visitorEmail },
  {
    key: "date",
    label: "Sign In Date",
    whole: true,
    value: ({ signedInAt }) => signedInAt,
    show: ({ signedInAt }) => <Moment at={signedInAt} />,
  },
];

/** Who is visiting now; asked again whenever the tab is entered. */
export function SignedIn({ profileId }: { profileId: string | undefined }) {
  const input = { ...named({ profileId }), limit: "all" } as const;
  const { data, error, refetch } = api.resident.visitors.present.useQuery(input, {
    refetchOnMount: "always",
  });
  if (!data) return error ? <ErrorState error={error} retry={refetch} /> : <Spinner />;
  const action: Column<Visit> = {
    key: "action",
    label: "Action",
    show: (visit) => <SignOut visit={visit} profileId={profileId} />,
  };
  return (
    <Table
      caption="Signed in visitors"
      rows={data.rows}
      columns={[...columns, action]}
      empty="No visitors signed in"
    />
  );
}

function SignOut({ visit, profileId }: { visit: Visit; profileId: string | undefined }) {
  const cache = api.useUtils();
  const send = api.resident.visitors.signOut.useMutation({
    onSettled: () => cache.resident.invalidate(),
  });
  return (
    <>
      <Button
        kind="quiet"
        busy={send.isPending}
        onClick={() =>
          !send.isPending && send.mutate({ ...named({ profileId }), visitId: visit.id })
        }
      >
        Sign Out
        <span className="sr-only">
          {" "}
          {visit.visitorName} {visit.visitorSurname}
        </span>
      </Button>
      {send.error && <p className="mt-1 text-sm text-danger">{wordsOf(send.error)}</p>}
    </>
  );
}
