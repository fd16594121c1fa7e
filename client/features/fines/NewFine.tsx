import { createFileRoute } from "@tanstack/react-router";
import { fineTypes } from "../../../server/features/fines/schema.ts";
import { api, utils } from "../../trpc.ts";
import { Cancel } from "../../ui/Cancel.tsx";
import { sayLongDay, today } from "../../ui/days.ts";
import { DateField, MoneyField, SelectField, TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { Fact } from "../../ui/InlineEdit.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { useBack } from "../../ui/useBack.ts";

/** The server's schema, but with the amount typed in rand. */
const newFine = async () => {
  const [fines, money] = await Promise.all([
    import("../../../server/features/fines/schema.ts"),
    import("../../../server/platform/money/schema.ts"),
  ]);
  return fines.newFine.extend({ amountCents: money.typedRand });
};

export const Route = createFileRoute("/admin/residents/$residentId/fines/new_fine")({
  staticData: { title: "New fine" },
  loader: ({ params: { residentId } }) =>
    utils.admin.profile.get.ensureData({ profileId: residentId }),
  component: NewFine,
});

function NewFine() {
  const { residentId } = Route.useParams();
  const back = useBack("/admin/residents/$residentId/fines", { residentId });
  const [{ name, surname }] = api.admin.profile.get.useSuspenseQuery({ profileId: residentId });
  const send = api.admin.fines.issue.useMutation({ onSuccess: () => utils.invalidate() });
  return (
    <>
      <PageHeader title="New fine" note={`For ${name} ${surname}`} />
      <Form
        schema={newFine}
        send={send}
        also={{ residentId }}
        onDone={back}
        className="grid max-w-md gap-5"
      >
        <SelectField
          label="Fine Type"
          name="type"
          options={fineTypes}
          placeholder="Choose a type"
        />
        <MoneyField label="Amount" name="amountCents" />
        {/* The server sets the date. */}
        <Fact label="Date Issued">{`Today, ${sayLongDay(today())}`}</Fact>
        <DateField label="Due Date" name="dueDate" />
        <TextField label="Reason" name="reason" />
        <div className="flex flex-wrap gap-3">
          <Submit>Issue the fine</Submit>
          <Cancel leave={back} />
        </div>
      </Form>
    </>
  );
}
