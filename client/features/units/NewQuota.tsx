import { createFileRoute } from "@tanstack/react-router";
import { formatQuota } from "../../../server/features/units/quotas/schema.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import { today } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField } from "../../ui/Fields.tsx";
import { FormPage } from "../../ui/FormPage.tsx";
import { useStored } from "../../ui/StoredByNow.tsx";
import { useBack } from "../../ui/useBack.ts";
import { Quotas } from "./Quotas.tsx";

export const Route = createFileRoute("/admin/units/$unitId/quota")({
  staticData: { title: "Another quota" },
  loader: ({ params }) =>
    Promise.all([
      utils.admin.units.one.ensureData(params),
      utils.admin.quotas.fromAreas.ensureData(params),
    ]),
  component: NewQuota,
});

const schema = async () => {
  const { newQuota, typedQuota } = await import("../../../server/features/units/quotas/schema.ts");
  const { participationQuota } = newQuota.shape;
  return newQuota.extend({ participationQuota: typedQuota.pipe(participationQuota) });
};

function NewQuota() {
  const { unitId } = Route.useParams();
  const [loaded] = api.admin.units.one.useSuspenseQuery({ unitId });
  const [byAreas] = api.admin.quotas.fromAreas.useSuspenseQuery({ unitId });
  const { first, now: unit, show } = useStored(loaded, {});
  const { label, participationQuota: quota } = unit;
  const back = useBack("/admin/units/$unitId", { unitId });
  const send = api.admin.quotas.set.useMutation({
    onSuccess: () => utils.invalidate(),
    onError: async ({ data }) => {
      if (data?.reason?.code === "quotas.changed")
        show(await utils.admin.units.one.fetch({ unitId }, { staleTime: 0 }));
    },
  });
  return (
    <FormPage
      title={`Another quota for ${label}`}
      note={quota ? `Today it is ${formatQuota(quota)} %. That stays in the unit's history.` : ""}
      schema={schema}
      send={send}
      also={{ unitId, version: unit.quotasVersion }}
      action="Save the quota"
      back={back}
    >
      <EnteredMeanwhile first={first.quotas} now={unit.quotas} />
      <Field
        label="PQ in percent"
        name="participationQuota"
        hint={
          byAreas
            ? `By the floor areas of all sections it would be ${formatQuota(byAreas)} %`
            : "The participation quota, such as 2.5000"
        }
        inputMode="decimal"
      />
      <DateField label="From" name="since" defaultValue={today()} />
      <Field
        label="Paper"
        name="paper"
        hint="Where it says so, such as the amended sectional plan with its number"
      />
    </FormPage>
  );
}

type Entered = Answers["admin"]["units"]["one"]["quotas"];

function EnteredMeanwhile({ first, now }: { first: Entered; now: Entered }) {
  const before = new Set(first.map((each) => JSON.stringify(each)));
  const others = now.filter((each) => !before.has(JSON.stringify(each)));
  if (others.length === 0) return null;
  return (
    <div role="status" className="rounded-lg bg-fynbos-pale p-3">
      <p className="font-semibold">Stored by now:</p>
      <Quotas quotas={others} />
    </div>
  );
}
