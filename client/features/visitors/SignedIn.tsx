import { api, reasonOf } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { Day, Moment } from "../../ui/DateTime.tsx";
import { dayOf, findDay, paperDay } from "../../ui/days.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { MayBeOld } from "../../ui/MayBeOld.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Table } from "../../ui/Table.tsx";
import { wholeOf } from "../../ui/tableSearch.ts";
import { type Visit, visitorColumns } from "./columns.tsx";
import { Arrived, SignOut } from "./SignOut.tsx";

const orNotHere = (arrivedAt: Visit["arrivedAt"]) => (arrivedAt ? "" : ", not here yet");

const columns: readonly Column<Visit>[] = [
  ...visitorColumns,
  {
    key: "email",
    label: "Visitor Email",
    phone: "rest",
    value: ({ visitorEmail }) => visitorEmail,
  },
  {
    key: "date",
    label: "Sign In Date",
    whole: true,
    value: ({ startDate }) => startDate,
    text: ({ startDate, leaveDate, arrivedAt }) =>
      [startDate, leaveDate].flatMap((day) => (day ? paperDay(day) : [])).join(" to ") +
      orNotHere(arrivedAt),
    find: ({ startDate, leaveDate }) =>
      `${findDay(startDate)} ${leaveDate ? findDay(leaveDate) : ""}`,
    csvValue: ({ startDate, leaveDate, arrivedAt }) =>
      [startDate, leaveDate].filter(Boolean).join(" to ") + orNotHere(arrivedAt),
    show: (visit) => <When {...visit} />,
  },
];

/** The day of the visit, or its first and last, and the sign-in time if that is on another day. */
function When({ startDate, leaveDate, signedInAt, arrivedAt }: Visit) {
  if (!leaveDate && startDate === dayOf(new Date(signedInAt))) return <Moment at={signedInAt} />;
  return (
    <>
      <Day on={startDate} />
      {leaveDate && <Day before=" to " on={leaveDate} />}
      <span className="block text-sm text-soft">
        {arrivedAt ? <Moment before="signed in " at={signedInAt} /> : "not here yet"}
      </span>
    </>
  );
}

/** The present visitors; fetched again whenever the tab is entered. */
export function SignedIn({ profileId }: { profileId: string | undefined }) {
  const query = api.resident.visitors.present.useQuery(wholeOf({ profileId }), {
    refetchOnMount: "always",
  });
  const { data, error, refetch } = query;
  const title = reasonOf(error) ? "Failed to fetch visitors" : "Error fetching visitors";
  if (!data)
    return error ? <ErrorState title={title} error={error} retry={refetch} /> : <Spinner />;
  const action: Column<Visit> = {
    key: "action",
    label: "Action",
    phone: "end",
    show: (visit) => (
      <div className="flex flex-wrap gap-2">
        <Arrived visit={visit} profileId={profileId} />
        <SignOut as="resident" visit={visit} profileId={profileId} />
      </div>
    ),
  };
  return (
    <>
      <MayBeOld query={query} className="mb-5">
        {title}: this list may be old.
      </MayBeOld>
      <Table
        caption="Signed in visitors"
        rows={data.rows}
        columns={[...columns, action]}
        empty="No visitors signed in"
        drawing="door"
      />
    </>
  );
}
