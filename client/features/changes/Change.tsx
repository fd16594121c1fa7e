import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { Day, Moment } from "../../ui/DateTime.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { Section } from "../../ui/Section.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { TelephoneLink } from "../../ui/TelephoneLink.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { Undoable } from "../../ui/Undoable.tsx";
import { loadPeople } from "../people/PersonField.tsx";
import { Parties } from "../units/Parties.tsx";
import { Confirm } from "./Confirm.tsx";
import { ConfirmEntered, Refuse } from "./Refuse.tsx";
import { dayWords, kindWords, type Notice } from "./words.ts";

export const Route = createFileRoute("/admin/changes/$noticeId")({
  staticData: { title: "Announced change" },
  loader: ({ params }) =>
    Promise.all([utils.admin.changeDecisions.one.ensureData(params), loadPeople()]),
  component: Change,
});

function Change() {
  const { noticeId } = Route.useParams();
  const [notice] = api.admin.changeDecisions.one.useSuspenseQuery({ noticeId });
  const { kind, unit, who, state } = notice;
  const isWaiting = state === "Waiting";
  return (
    <>
      <PageHeader
        up={<TextLink to="/admin/changes">All changes</TextLink>}
        title={`${kindWords[kind]}, ${unit.label}`}
      >
        <StatusBadge status={state} />
      </PageHeader>
      <div className="grid gap-x-14 gap-y-8 *:min-w-0 lg:grid-cols-2">
        <Section title="What was announced">
          <Announced notice={notice} />
        </Section>
        <Section title={`What the register says of ${unit.label} today`}>
          <Register notice={notice} />
        </Section>
      </div>
      <Undoable row={notice} which={who} className="mt-10" />
      {isWaiting && (
        <Section
          title="Confirm it"
          note="Nothing is saved until you press the button at the end. You may correct the day."
          className="mt-10"
        >
          {unit.removed ? null : <Confirm notice={notice} />}
        </Section>
      )}
      {isWaiting && (
        <Section title="Or else" className="mt-10">
          <div className="mt-3 flex flex-wrap gap-3">
            <ConfirmEntered noticeId={noticeId} />
            <Refuse noticeId={noticeId} />
          </div>
        </Section>
      )}
    </>
  );
}

function Announced({ notice }: { notice: Notice }) {
  const { announcer, announcedBy, announcedAt, who, email, telephone, note } = notice;
  return (
    <div className="mt-3">
      <Facts
        facts={{
          "Announced by": (
            <PersonLink id={announcedBy} className="min-h-8!">
              {announcer}
            </PersonLink>
          ),
          Announced: <Moment at={announcedAt} />,
          [dayWords[notice.kind]]: <Day on={notice.day} />,
          Who: who,
          Email: email && <span className="wrap-anywhere">{email}</span>,
          Telephone: telephone && <TelephoneLink number={telephone} />,
          Decided: <Decided notice={notice} />,
          Note: note,
        }}
      />
    </div>
  );
}

function Decided({ notice: { state, decider, decidedAt, reason } }: { notice: Notice }) {
  if (!decidedAt) return "Not yet";
  return (
    <>
      {state} by {decider}, <Moment at={decidedAt} />
      {reason && <span className="block">{reason}</span>}
    </>
  );
}

function Register({ notice: { unit, parties } }: { notice: Notice }) {
  if (unit.removed)
    return (
      <p className="mt-2">
        This unit was removed from the register, so the change can only be refused.
      </p>
    );
  return (
    <>
      <Parties parties={parties} empty="Nobody is entered for this unit yet." readOnly />
      <TextLink to="/admin/units/$unitId" params={{ unitId: unit.id }}>
        All about {unit.label}
      </TextLink>
    </>
  );
}
