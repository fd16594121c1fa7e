import { createFileRoute } from "@tanstack/react-router";
import { GitMerge, KeyRound, Printer, ReceiptText, Trash2 } from "lucide-react";
import { api, utils } from "../../trpc.ts";
import { ButtonLink, QuietLink } from "../../ui/Button.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { ExportPdf } from "../../ui/ExportPdf.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import type { RowAction } from "../../ui/rowActions.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { Warning } from "../../ui/Warning.tsx";
import { History, historyOf } from "../audit/History.tsx";
import { keptData } from "../people/links.tsx";
import { PersonFacts } from "../people/PersonFacts.tsx";
import { RemovePerson } from "../people/Remove.tsx";
import { ResetLink } from "../people/ResetLink.tsx";
import { Fines, Merged, Papers, Requests, Terms, Units, Visits, WhatWasSaid } from "./Lists.tsx";
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
      <PersonFacts
        person={person}
        emailNote={person.sharesEmail && "Others have it too, so nobody can log in with it"}
        first={{ Username: person.signsIn && person.username }}
        last={{
          "Known since": <Moment at={person.createdAt} />,
          [state === "Merged" ? state : "Removed"]: person.removedAt && (
            <Moment at={person.removedAt} />
          ),
        }}
      />
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

const UpLink = ({ role, signsIn }: PersonPage) => {
  if (!signsIn) return <TextLink to="/admin/people">All people</TextLink>;
  if (role === "Staff") return <TextLink to="/admin/staff">All staff</TextLink>;
  if (role === "Admin") return <TextLink to="/admin/admins">All admins</TextLink>;
  return <TextLink to="/admin/residents">All residents</TextLink>;
};

const Actions = ({ person }: { person: PersonPage }) => (
  <>
    {person.state === "Here" && (
      <ButtonLink to="/admin/people/$personId/update" params={{ personId: person.id }}>
        Edit
      </ButtonLink>
    )}
    {person.state === "Here" && person.canBeFined && (
      <QuietLink
        to="/admin/residents/$residentId/fines/new_fine"
        params={{ residentId: person.id }}
      >
        New Fine
      </QuietLink>
    )}
  </>
);

function menuOf(person: PersonPage): (RowAction | false)[] {
  const { id, name, surname, username, juristic, role, signsIn, canBeFined, state } = person;
  const exporting = keptData(id, "Export their data");
  if (state !== "Here") return [exporting];
  return [
    signsIn &&
      username !== null && {
        label: "Reset link",
        icon: KeyRound,
        dialog: (opened) => <ResetLink person={{ id, name, surname, username }} {...opened} />,
      },
    // As on that page: for people with a unit who never had a login.
    username === null &&
      canBeFined &&
      !juristic && {
        label: "Make an invite",
        icon: Printer,
        link: { to: "/admin/invites", search: { choose: id } },
      },
    {
      label: "Reminder letters",
      icon: ReceiptText,
      link: { to: "/admin/fines/reminders" },
    },
    exporting,
    {
      label: "Merge with another entry",
      icon: GitMerge,
      link: { to: "/admin/people/$personId/merge", params: { personId: id } },
    },
    {
      label: "Remove",
      icon: Trash2,
      dialog: (opened) => (
        <RemovePerson
          person={{ id, name, surname, ...(signsIn && role && { role }) }}
          {...opened}
        />
      ),
    },
  ];
}
