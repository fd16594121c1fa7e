import { createFileRoute } from "@tanstack/react-router";
import { type Answers, api, utils } from "../../trpc.ts";
import { Day, Moment } from "../../ui/DateTime.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { Section } from "../../ui/Section.tsx";
import { Line, ShortList } from "../../ui/ShortList.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { TelephoneLink } from "../../ui/TelephoneLink.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { statusWords, TurnRequest } from "./TurnRequest.tsx";

export const Route = createFileRoute("/admin/maintenance/$requestId")({
  staticData: { title: "Maintenance request" },
  loader: ({ params }) =>
    Promise.all([
      utils.admin.maintenance.one.ensureData(params),
      utils.admin.maintenance.history.ensureData(params),
      loadPaperHead(),
    ]),
  component: RequestPage,
});

type OneRequest = Answers["admin"]["maintenance"]["one"];

function RequestPage() {
  const { requestId } = Route.useParams();
  const [request] = api.admin.maintenance.one.useSuspenseQuery({ requestId });
  const { maintenanceType, roomNumber, description, status, reporter, unit } = request;
  return (
    <>
      <PageHeader
        printed
        up={<TextLink to="/admin/maintenance">All requests</TextLink>}
        title={`${maintenanceType}, ${roomNumber}`}
        note={<StatusBadge status={status} />}
      >
        <TurnRequest request={request} as="admin" />
      </PageHeader>
      <Section title="Description" className="mb-8">
        <p className="mt-2 max-w-3xl break-words whitespace-pre-line">{description}</p>
      </Section>
      <Facts
        facts={{
          "Reported by": (
            <>
              <PersonLink id={reporter.id}>{reporter.name}</PersonLink>
              {reporter.isRemoved && <span className="block text-sm text-soft">Removed</span>}
            </>
          ),
          "Cell phone": <TelephoneLink number={reporter.cellPhone} />,
          "Other telephone": reporter.telephone && <TelephoneLink number={reporter.telephone} />,
          Unit: unit && (
            <TextLink to="/admin/units/$unitId" params={{ unitId: unit.id }} className="min-h-6!">
              {unit.label}
            </TextLink>
          ),
          RoomNumber: roomNumber,
          Date: <Day on={request.date} />,
          Reported: <Moment at={request.loggedAt} />,
          Email: <span className="wrap-anywhere">{reporter.email}</span>,
        }}
      />
      <History request={request} />
    </>
  );
}

/** The people who reported it, closed it and opened it again, the oldest step first. */
function History({ request: { id, loggedAt, reporter } }: { request: OneRequest }) {
  const [changes] = api.admin.maintenance.history.useSuspenseQuery({ requestId: id });
  const logged = { id, did: "Reported", at: loggedAt, by: reporter.name };
  const steps = changes.map(({ id, status, changedAt, name, surname }) => ({
    id,
    did: statusWords[status].done,
    at: changedAt,
    by: `${name} ${surname}`.trim(),
  }));
  return (
    <ShortList title="What has happened" count={0} rows={[logged, ...steps]} empty="">
      {({ did, at, by }) => <Line when={<Moment at={at} />}>{`${did} by ${by}`}</Line>}
    </ShortList>
  );
}
