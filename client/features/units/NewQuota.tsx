import { createFileRoute } from "@tanstack/react-router";
import { formatQuota } from "../../../server/features/quotas/schema.ts";
import { api, utils } from "../../trpc.ts";
import { Cancel } from "../../ui/Cancel.tsx";
import { today } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { useBack } from "../../ui/useBack.ts";

export const Route = createFileRoute("/admin/units/$unitId/quota")({
  staticData: { title: "Another quota" },
  loader: ({ params }) => utils.admin.units.one.ensureData(params),
  component: NewQuota,
});

/** The server's schema, but with the quota typed in percent. */
const schema = async () => {
  const { newQuota, typedQuota } = await import("../../../server/features/quotas/schema.ts");
  const { participationQuota } = newQuota.shape;
  return newQuota.extend({ participationQuota: typedQuota.pipe(participationQuota) });
};

function NewQuota() {
  const { unitId } = Route.useParams();
  const [{ label, participationQuota: quota }] = api.admin.units.one.useSuspenseQuery({ unitId });
  const back = useBack("/admin/units/$unitId", { unitId });
  const send = api.admin.quotas.set.useMutation({ onSuccess: () => utils.invalidate() });
  return (
    <>
      <PageHeader
        title={`Another quota for ${label}`}
        note={quota ? `Today it is ${formatQuota(quota)} %. That stays in the unit's history.` : ""}
      />
      <Form
        schema={schema}
        send={send}
        also={{ unitId }}
        onDone={back}
        className="grid max-w-md gap-5"
      >
        <Field
          label="PQ in percent"
          name="participationQuota"
          hint="The participation quota, such as 2.5000"
          inputMode="decimal"
          autoComplete="off"
        />
        <DateField label="From" name="since" defaultValue={today()} />
        <Field
          label="Paper"
          name="paper"
          hint="Where it says so, such as the amended sectional plan with its number"
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3">
          <Submit>Save the quota</Submit>
          <Cancel leave={back} />
        </div>
      </Form>
    </>
  );
}
