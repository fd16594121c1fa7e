import { createFileRoute } from "@tanstack/react-router";
import { type Answers, api, utils } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { type TableSearch, tableSearch } from "../../ui/tableSearch.ts";
import { noSignIn, Person } from "./Person.tsx";

type Someone = Answers["admin"]["privacy"]["people"][number];

const personColumns: readonly Column<Someone>[] = [
  { key: "name", label: "Name", value: ({ name }) => name },
  { key: "surname", label: "Surname", phone: "beside", value: ({ surname }) => surname },
  { key: "role", label: "Role", phone: "away", value: ({ role }) => role ?? noSignIn },
  { key: "address", label: "Address", value: ({ address }) => address },
  { key: "state", label: "State", value: ({ state }) => state },
  {
    key: "idNumber",
    label: "ID number",
    phone: "named",
    whole: true,
    value: ({ idNumber }) => idNumber,
  },
];

/** One route, because each adds to everybody's first load: with `person` it shows one person. */
interface PrivacySearch extends TableSearch {
  person?: string | undefined;
}

export const Route = createFileRoute("/admin/privacy")({
  validateSearch: ({ person, ...search }: PrivacySearch): PrivacySearch => ({
    ...tableSearch(search as Record<string, unknown>),
    person,
  }),
  staticData: { title: "Privacy" },
  loaderDeps: ({ search: { person } }) => ({ person }),
  loader: ({ deps: { person } }) =>
    person
      ? utils.admin.privacy.person.fetch({ id: String(person) })
      : Promise.all([
          utils.admin.privacy.people.fetch(),
          utils.admin.privacy.visitors.fetch(),
          loadPaperHead(),
        ]),
  component: Privacy,
});

function Privacy() {
  const { person } = Route.useSearch();
  // A number that was shown, or a name that was typed, is not for the next person.
  return person ? <Person key={person} id={String(person)} /> : <Everybody />;
}

function Everybody() {
  const [people] = api.admin.privacy.people.useSuspenseQuery();
  return (
    <>
      <PageHeader
        printed
        title="Privacy"
        note={
          <>
            What is kept about people, and when it goes. Residents read{" "}
            <TextLink to="/privacy" className="min-h-0!">
              what is kept about them
            </TextLink>
            .
          </>
        }
      />
      <VisitorsGoing />
      <Section title="People" className="mt-12">
        <div className="mt-4">
          <Table
            caption="People"
            rows={people}
            columns={personColumns}
            empty="There is nobody here yet."
            link={({ id }) => ({ to: "/admin/privacy", search: { person: id } })}
          />
        </div>
      </Section>
    </>
  );
}

function VisitorsGoing() {
  const [going] = api.admin.privacy.visitors.useSuspenseQuery();
  const { days, tonight, week, announced, forgotten } = going;
  return (
    <Section title="Visitors">
      <p className="mt-1 max-w-2xl">
        Names and emails of visitors are erased {days} days after they were signed out. Only the
        visit itself is kept. Tonight this affects {counted(tonight, "visit")}, and within a week{" "}
        {counted(week, "visit")}. What was announced of visitors is erased as many days after it was
        over: tonight of {counted(announced.tonight, "announced visit")}, and within a week of{" "}
        {announced.week}.
      </p>
      {forgotten > 0 && (
        <p className="mt-2 max-w-2xl font-medium">
          {forgotten} {forgotten === 1 ? "visitor was" : "visitors were"} never signed out, although
          their last day was more than {days} days ago. Sign them out under Visitors.
        </p>
      )}
      {going.visits.length > 0 && (
        <details className="mt-3 max-w-2xl">
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-clay">
            Show who they are
          </summary>
          <ul className="divide-y divide-line border-y border-line">
            {going.visits.map(({ id, visitorName, visitorSurname, residentName, goesAt }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2">
                <span>
                  {visitorName} {visitorSurname}, with {residentName}
                </span>
                <span className="text-soft">
                  <Moment at={goesAt} />
                </span>
              </li>
            ))}
          </ul>
          {week > going.visits.length && <p className="mt-2 text-soft">And more.</p>}
        </details>
      )}
    </Section>
  );
}
