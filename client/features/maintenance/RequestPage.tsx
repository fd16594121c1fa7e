import type { ReactNode } from "react";
import { isClosed } from "../../../server/features/maintenance/list.ts";
import { api, utils } from "../../trpc.ts";
import { Day, Moment } from "../../ui/DateTime.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { Section } from "../../ui/Section.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { TelephoneLink } from "../../ui/TelephoneLink.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { AfterClosing } from "./AfterClosing.tsx";
import { CloseWithNote } from "./CloseWithNote.tsx";
import { Progress, type RequestFile, type Viewer } from "./columns.tsx";
import { InternalFiles } from "./InternalFiles.tsx";
import { PlanRequest } from "./PlanRequest.tsx";
import { AddPhotos, RequestPhotos } from "./RequestPhotos.tsx";
import { JoinReports, sameReports } from "./SameReport.tsx";
import { Thread } from "./Thread.tsx";
import { TurnRequest } from "./TurnRequest.tsx";
import { payers, placeWords } from "./WhoPays.tsx";

export const loadRequest = (requestId: string) =>
  Promise.all([utils.member.maintenance.one.ensureData({ requestId }), loadPaperHead()]);

interface Props {
  requestId: string;
  as: Viewer;
  /** The resident, when an admin looks at their pages. */
  profileId?: string | undefined;
  up: ReactNode;
}

/** One request, for its resident, for staff and for admins. */
export function RequestPage({ requestId, as, profileId, up }: Props) {
  const [request] = api.member.maintenance.one.useSuspenseQuery({ requestId });
  const { maintenanceType, roomNumber, description, status } = request;
  return (
    <>
      <PageHeader
        printed
        up={up}
        title={`${maintenanceType}, ${roomNumber}`}
        note={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <StatusBadge status={status} />
            <Progress request={request} />
          </span>
        }
      >
        {as !== "resident" && (
          <>
            <TurnRequest request={request} as={as} />
            <CloseWithNote request={request} as={as} />
            {!isClosed(request) && <PlanRequest request={request} as={as} />}
            <JoinReports request={request} as={as} />
          </>
        )}
      </PageHeader>
      <Section title="Description" className="mb-8">
        <p className="mt-2 max-w-3xl break-words whitespace-pre-line">{description}</p>
      </Section>
      <Facts facts={factsOf(request, as)} />
      <RequestPhotos request={request} />
      <AfterClosing request={request} as={as} profileId={profileId} />
      <Thread request={request} as={as} />
      {request.about && (
        <InternalFiles requestId={request.id} files={request.about.internalFiles} />
      )}
      <AddPhotos request={request} as={as} />
    </>
  );
}

function factsOf(request: RequestFile, as: Viewer): Record<string, ReactNode> {
  const { about, assigneeName, roomNumber, place, date, loggedAt } = request;
  return {
    ...(about && contactOf(about, as)),
    ...(about && as !== "resident" && sameReports(about, as)),
    "With whom": assigneeName,
    RoomNumber: roomNumber,
    Where: place && (
      <>
        {placeWords[place]}
        <span className="block text-sm text-soft">{payers[place]}</span>
      </>
    ),
    Date: <Day on={date} />,
    Reported: <Moment at={loggedAt} />,
    Email: about && <span className="wrap-anywhere">{about.reporter.email}</span>,
  };
}

/** The person to call about it; a resident is that person. */
function contactOf({ reporter, unit }: NonNullable<RequestFile["about"]>, as: Viewer) {
  const isAdmin = as === "admin";
  return {
    "Reported by": (
      <>
        {isAdmin ? <PersonLink id={reporter.id}>{reporter.name}</PersonLink> : reporter.name}
        {reporter.isRemoved && <span className="block text-sm text-soft">Removed</span>}
      </>
    ),
    "Cell phone": <TelephoneLink number={reporter.cellPhone} />,
    "Other telephone": reporter.telephone && <TelephoneLink number={reporter.telephone} />,
    Unit:
      isAdmin && unit ? (
        <TextLink to="/admin/units/$unitId" params={{ unitId: unit.id }} className="min-h-6!">
          {unit.label}
        </TextLink>
      ) : (
        unit?.label
      ),
  };
}
