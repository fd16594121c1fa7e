import { createFileRoute } from "@tanstack/react-router";
import { type Answers, api, refreshes, utils } from "../../../trpc.ts";
import { AsAt, titleAsAt } from "../../../ui/AsAt.tsx";
import { asAtSearch } from "../../../ui/asAtSearch.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { endsLater } from "../../../ui/days.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { EndDay } from "../../../ui/EndDay.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../../ui/PaperHead.tsx";
import { PersonLink } from "../../../ui/PersonLink.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Period } from "../Parties.tsx";

export const Route = createFileRoute("/admin/trustees")({
  validateSearch: asAtSearch,
  loaderDeps: ({ search: { asAt } }) => ({ asAt }),
  staticData: { title: "Trustees" },
  loader: ({ deps }) => Promise.all([utils.admin.trustees.all.ensureData(deps), loadPaperHead()]),
  component: Trustees,
});

type Term = Answers["admin"]["trustees"]["all"]["trustees"][number];

function Trustees() {
  const { asAt } = Route.useSearch();
  const [{ trustees, others }] = api.admin.trustees.all.useSuspenseQuery({ asAt });
  return (
    <>
      <PageHeader
        printed
        title={titleAsAt("Trustees", asAt)}
        note="Who runs the body corporate, and who did before. A trustee need not own a unit. This page gives nobody a login."
      >
        <AsAt />
        <ButtonLink to="/admin/trustees/new" className="print:hidden">
          Enter a trustee
        </ButtonLink>
      </PageHeader>
      {trustees.length === 0 ? (
        <EmptyState drawing="door">Nobody is entered as a trustee on that day</EmptyState>
      ) : (
        <Terms terms={trustees} />
      )}
      {others.length > 0 && (
        <Section title="Before and later" className="mt-10">
          <Terms terms={others} />
        </Section>
      )}
    </>
  );
}

const Terms = ({ terms }: { terms: readonly Term[] }) => (
  <ul className="mt-1 max-w-3xl divide-y divide-line">
    {terms.map((term) => (
      <li key={term.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <div className="min-w-0 grow">
          <PersonLink id={term.personId} className="min-h-8!">
            {term.name}
          </PersonLink>
          <p>
            {term.chairs ? "Chairperson" : "Trustee"}
            <span className="text-soft">
              {" · "}
              <Period {...term} />
            </span>
          </p>
        </div>
        {endsLater(term.until) && <End {...term} />}
      </li>
    ))}
  </ul>
);

const schema = async () =>
  (await import("../../../../server/features/units/trustees/schema.ts")).termEnding;

function End({ id, name }: Term) {
  const send = api.admin.trustees.end.useMutation(refreshes(utils.admin.trustees));
  return (
    <div className="print:hidden">
      <EndDay
        which={name}
        title={`${name}: trustee until when?`}
        schema={schema}
        send={send}
        also={{ termId: id }}
      />
    </div>
  );
}
