import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { ExportPdf } from "../../ui/ExportPdf.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { Warning } from "../../ui/Warning.tsx";
import { History, historyOf } from "../audit/History.tsx";
import { PersonFacts } from "../people/PersonFacts.tsx";
import { Fines, Merged, Papers, Requests, Terms, Units, Visits, WhatWasSaid } from "./Lists.tsx";
import { menuOf } from "./menu.tsx";
import { paperOf } from "./personPaper.ts";
import { type PersonPage, sayKind } from "./words.ts";

export const Route = createFileRoute("/admin/people/$personId")({
  staticData: { title: "Person" },
  loader: ({ params: { personId } }) =>
    Promise.all([
      utils.admin.personPages.one.ensureData({ personId }),
      utils.admin.audit.entries.ensureData(historyOf(personId)),
      loadPaperHead(),
    ]),
  component: Person,
});

function Person() {
  const { personId } = Route.useParams();
  const [person] = api.admin.personPages.one.useSuspenseQuery({ personId });
  const [{ rows: history }] = api.admin.audit.entries.useSuspenseQuery(historyOf(personId));
  const { state, said, sharesEmail } = person;
  return (
    <>
      <PageHeader
        printed
        up={<UpLink {...person} />}
        title={person.fullName}
        note={state === "Here" ? sayKind(person) : `${sayKind(person)}, ${state.toLowerCase()}`}
      >
        <Actions person={person} />
        <ExportPdf small disabled={false} paper={async () => paperOf(person, history)} />
        <RowMenu of={person.fullName} actions={() => menuOf(person)} />
      </PageHeader>
      {person.into && (
        <div className="mb-6 max-w-3xl">
          <Warning>
            This entry was merged: what belonged to it is on the page of{" "}
            <PersonLink id={person.into.id}>{person.into.name}</PersonLink>.
          </Warning>
        </div>
      )}
      <Contact {...person} />
      <Units units={person.units} mayOpen />
      <Terms terms={person.terms} />
      <Fines person={person} />
      <Requests person={person} />
      <Visits person={person} />
      <Papers person={person} />
      <WhatWasSaid said={said} isShared={sharesEmail} whom="them" />
      <Merged merged={person.merged} />
      <History about={personId} />
    </>
  );
}

/** The list somebody is in. */
const UpLink = ({ role, signsIn }: PersonPage) => {
  if (!signsIn) return <TextLink to="/admin/people">All people</TextLink>;
  if (role === "Staff") return <TextLink to="/admin/staff">All staff</TextLink>;
  if (role === "Admin") return <TextLink to="/admin/admins">All admins</TextLink>;
  return <TextLink to="/admin/residents">All residents</TextLink>;
};

/** The actions for somebody who is here; of others there is only their data to look at. */
const Actions = ({ person }: { person: PersonPage }) => (
  <>
    {person.state === "Here" && (
      <ButtonLink to="/admin/people/$personId/update" params={{ personId: person.id }}>
        Edit
      </ButtonLink>
    )}
    {person.state === "Here" && person.canBeFined && (
      <ButtonLink
        kind="quiet"
        to="/admin/residents/$residentId/fines/new_fine"
        params={{ residentId: person.id }}
      >
        New Fine
      </ButtonLink>
    )}
  </>
);

const Contact = (person: PersonPage) => (
  <PersonFacts
    person={person}
    emailNote={person.sharesEmail && "Others have it too, so it does not sign in"}
    first={{ Username: person.signsIn && person.username }}
    last={{
      "Known since": <Moment at={person.createdAt} />,
      Removed: person.removedAt && <Moment at={person.removedAt} />,
    }}
  />
);
