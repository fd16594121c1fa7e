import { createFileRoute } from "@tanstack/react-router";
import { type Answers, api, utils } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Section } from "../../ui/Section.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { type TableSearch, tableSearch } from "../../ui/tableSearch.ts";
import { noSignIn, Person } from "./Person.tsx";
import { VisitorsGoing } from "./VisitorsGoing.tsx";

type Someone = Answers["admin"]["privacy"]["people"][number];

const personColumns: readonly Column<Someone>[] = [
  { key: "name", label: "Name", value: ({ name }) => name },
  { key: "surname", label: "Surname", value: ({ surname }) => surname },
  { key: "role", label: "Role", value: ({ role }) => role ?? noSignIn },
  { key: "address", label: "Address", value: ({ address }) => address },
  { key: "state", label: "State", value: ({ state }) => state },
  {
    key: "idNumber",
    label: "ID number",
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
  return person ? <Person id={String(person)} /> : <Everybody />;
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
