import { createFileRoute } from "@tanstack/react-router";
import { sayField } from "../../../server/features/units/schema.ts";
import { formatWeight } from "../../../server/features/units/weights/schema.ts";
import { type Answers, api, refreshes, utils } from "../../trpc.ts";
import { AsAt, titleAsAt } from "../../ui/AsAt.tsx";
import { asAtSearch } from "../../ui/asAtSearch.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Day } from "../../ui/DateTime.tsx";
import { endsLater } from "../../ui/days.ts";
import { EndDay } from "../../ui/EndDay.tsx";
import { ExportPdf } from "../../ui/ExportPdf.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Section } from "../../ui/Section.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { History, historyOf } from "../audit/History.tsx";
import { Parties } from "./Parties.tsx";
import { Quotas } from "./Quotas.tsx";
import { factsOfUnit, unitPaper } from "./unitPaper.ts";
import { areaWords, rightWords } from "./words.ts";

export const Route = createFileRoute("/admin/units/$unitId")({
  validateSearch: asAtSearch,
  loaderDeps: ({ search: { asAt } }) => ({ asAt }),
  staticData: { title: "Unit" },
  loader: ({ params, deps }) =>
    Promise.all([
      utils.admin.units.one.ensureData(params),
      utils.admin.parties.ofUnit.ensureData({ ...params, ...deps }),
      utils.admin.audit.entries.ensureData(historyOf(params.unitId)),
      loadPaperHead(),
    ]),
  component: Unit,
});

function Unit() {
  const { unitId } = Route.useParams();
  const { asAt } = Route.useSearch();
  const [unit] = api.admin.units.one.useSuspenseQuery({ unitId });
  const [{ parties, history }] = api.admin.parties.ofUnit.useSuspenseQuery({ unitId, asAt });
  const now = new Set(parties.map(({ id }) => id));
  const others = history.filter(({ id }) => !now.has(id));
  const params = { unitId };
  return (
    <>
      <PageHeader
        printed
        up={
          <TextLink to="/admin/units" search={{ asAt }}>
            All units
          </TextLink>
        }
        title={titleAsAt(unit.label, asAt)}
        note={sayField("sectionNumber", unit) || undefined}
      >
        <TextLink to="/admin/units/$unitId/update" params={params}>
          Change the unit
        </TextLink>
        <ButtonLink to="/admin/units/$unitId/transfer" params={params}>
          Sold or transferred
        </ButtonLink>
        <ExportPdf
          small
          disabled={false}
          paper={async () => unitPaper(unit, parties, others, asAt)}
        />
      </PageHeader>
      <Facts
        facts={{
          ...factsOfUnit(unit),
          "Payment reference": (
            <span className="font-semibold tracking-wide">{unit.paymentReference}</span>
          ),
        }}
      />
      <Section title="Who has it" className="mt-10">
        <AsAt />
        <div className="mt-1 mb-2 flex flex-wrap gap-x-6 print:hidden">
          <TextLink to="/admin/units/$unitId/people/new" params={params}>
            Enter an owner, tenant or another
          </TextLink>
        </div>
        <Parties parties={parties} empty="Nobody is entered for this unit yet." />
      </Section>
      {others.length > 0 && (
        <Section title="Before and later" className="mt-10">
          <Parties parties={others} isPast />
        </Section>
      )}
      <Section title="Exclusive use, parking and store rooms" className="mt-10">
        <Areas areas={unit.areas} />
        <TextLink to="/admin/units/$unitId/areas/new" params={params} className="print:hidden">
          Enter another area
        </TextLink>
      </Section>
      <Section title="Weights under a rule" className="mt-10">
        <UnitWeights weights={unit.weights} />
        <TextLink to="/admin/units/weights" search={{ unit: unitId }} className="print:hidden">
          Enter another weight
        </TextLink>
      </Section>
      <Section title="Participation quotas" className="mt-10">
        <Quotas quotas={unit.quotas} />
        <TextLink to="/admin/units/$unitId/quota" params={params} className="print:hidden">
          Enter another quota
        </TextLink>
      </Section>
      <Section title="Fines, requests and visitors" className="mt-10 print:hidden">
        <div className="flex flex-wrap gap-x-6">
          <TextLink to="/admin/fines" search={{ unit: unitId }}>
            Fines of {unit.label}
          </TextLink>
          <TextLink to="/admin/maintenance" search={{ unit: unitId }}>
            Requests from {unit.label}
          </TextLink>
          <TextLink to="/admin/visitors" search={{ unit: unitId }}>
            Visitors to {unit.label}
          </TextLink>
        </div>
      </Section>
      <History about={unitId} />
    </>
  );
}

type Weight = Answers["admin"]["units"]["one"]["weights"][number];

const forWords = { levies: "for levies", votes: "for votes" };

const UnitWeights = ({ weights }: { weights: readonly Weight[] }) =>
  weights.length === 0 ? (
    <p className="mt-2 text-soft">None: levies and votes go by participation quota.</p>
  ) : (
    <ul className="mt-1 max-w-3xl divide-y divide-line">
      {weights.map(({ use, weight, rule, certificateOn }) => (
        <li key={`${use} ${certificateOn}`} className="py-2">
          <span className="font-semibold tabular-nums">
            {weight === null ? "By quota again" : formatWeight(weight)}
          </span>{" "}
          {forWords[use]}
          <span className="text-soft">
            {" · since "}
            <Day on={certificateOn} />, {rule}
          </span>
        </li>
      ))}
    </ul>
  );

type Area = Answers["admin"]["units"]["one"]["areas"][number];

const Areas = ({ areas }: { areas: readonly Area[] }) =>
  areas.length === 0 ? (
    <p className="mt-2 text-soft">None is entered.</p>
  ) : (
    <ul className="mt-1 max-w-3xl divide-y divide-line">
      {areas.map((area) => (
        <li key={area.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <div className="min-w-0 grow">
            <p className="font-semibold">
              {areaWords[area.kind]} {area.label}
            </p>
            <p className="text-soft">
              {[rightWords[area.right], area.reference, area.floorArea && `${area.floorArea} m²`]
                .filter(Boolean)
                .join(", ")}
              {area.since && <Day before=" · since " on={area.since} />}
              {area.until && <Day before=" · until " on={area.until} />}
            </p>
          </div>
          {endsLater(area.until) && <EndArea {...area} />}
        </li>
      ))}
    </ul>
  );

const endingSchema = async () =>
  (await import("../../../server/features/units/areas/schema.ts")).areaEnding;

function EndArea({ id, kind, label }: Area) {
  const send = api.admin.areas.end.useMutation(refreshes(utils.admin.units));
  const what = `${areaWords[kind]} ${label}`;
  return (
    <div className="print:hidden">
      <EndDay
        which={what}
        title={`${what}: the unit’s until when?`}
        schema={endingSchema}
        send={send}
        also={{ areaId: id }}
      />
    </div>
  );
}
