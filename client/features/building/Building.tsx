import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";

const buildingUpdate = () =>
  import("../../../server/features/building/schema.ts").then((schemas) => schemas.buildingUpdate);

export const Route = createFileRoute("/admin/building")({
  staticData: { title: "Building" },
  loader: () => utils.member.building.details.ensureData(),
  component: Building,
});

function Building() {
  const [{ name, bankDetails }] = api.member.building.details.useSuspenseQuery();
  const cache = api.useUtils();
  const send = api.admin.building.update.useMutation({ onSuccess: () => cache.invalidate() });
  return (
    <>
      <PageHeader
        title="Building"
        note="Its name stands on every paper; the bank details are shown to residents who pay a fine."
      />
      <Form schema={buildingUpdate} send={send} className="grid max-w-md gap-5">
        <Field label="Name of the building" name="name" defaultValue={name} autoComplete="off" />
        <Field label="Bank" name="bankDetails.bank" defaultValue={bankDetails?.bank} />
        <Field
          label="Account holder"
          name="bankDetails.accountHolder"
          defaultValue={bankDetails?.accountHolder}
        />
        <Field
          label="Account number"
          name="bankDetails.accountNumber"
          inputMode="numeric"
          defaultValue={bankDetails?.accountNumber}
        />
        <Field
          label="Branch code"
          name="bankDetails.branchCode"
          inputMode="numeric"
          defaultValue={bankDetails?.branchCode}
        />
        <Button type="submit" busy={send.isPending}>
          Save
        </Button>
      </Form>
    </>
  );
}
