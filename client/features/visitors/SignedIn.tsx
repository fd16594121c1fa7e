import { type Answers, api, reasonOf, wordsOf } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Day, Moment } from "../../ui/Moment.tsx";
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
    value: ({ startDate }) => startDate,
    show: (visit) => <When {...visit} />,
  },
];

const dayOf = (at: string) => new Date(at).toLocaleDateString("en-CA");

/** The day of the visit, or its first and last; and when they came, where that is not the same. */
function When({ startDate, leaveDate, signedInAt }: Visit) {
  if (!leaveDate && startDate === dayOf(signedInAt)) return <Moment at={signedInAt} />;
  return (
    <>
      <Day on={startDate} />
      {leaveDate && (
        <>
          {" to "}
          <Day on={leaveDate} />
        </>
      )}
      <span className="block text-sm text-soft">
        signed in <Moment at={signedInAt} />
      </span>
    </>
  );
}

/** Who is visiting now; asked again whenever the tab is entered. */
export function SignedIn({ profileId }: { profileId: string | undefined }) {
  const input = { ...named({ profileId }), limit: "all" } as const;
  const { data, error, refetch, isRefetchError } = api.resident.visitors.present.useQuery(input, {
    refetchOnMount: "always",
  });
  const title = reasonOf(error) ? "Failed to fetch visitors" : "Error fetching visitors";
  if (!data)
    return error ? <ErrorState title={title} error={error} retry={refetch} /> : <Spinner />;
  const action: Column<Visit> = {
    key: "action",
    label: "Action",
    show: (visit) => <SignOut visit={visit} profileId={profileId} />,
  };
  return (
    <>
      {isRefetchError && (
        <p className="mb-5 flex flex-wrap items-center gap-4 text-soft">
          {title}: this list may be old.
          <Button kind="quiet" onClick={() => refetch()}>
            Retry
          </Button>
        </p>
      )}
      <Table
        caption="Signed in visitors"
        rows={data.rows}
        columns={[...columns, action]}
        empty="No visitors signed in"
      />
    </>
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
      {send.error && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {wordsOf(send.error)}
        </p>
      )}
    </>
  );
}
