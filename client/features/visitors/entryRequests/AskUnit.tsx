import { BellRing } from "lucide-react";
import { api, utils } from "../../../trpc.ts";
import { QuietButton } from "../../../ui/Button.tsx";
import { ComboboxField } from "../../../ui/Combobox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { DialogButtons } from "../../../ui/FormButtons.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";

const request = async () =>
  (await import("../../../../server/features/visitors/entryRequests/schema.ts")).newEntryRequest;

/** For a visitor whom nobody announced. */
export const AskUnit = () => (
  <FormDialog
    trigger={
      <QuietButton>
        <BellRing className="size-5" />
        Ask at the unit
      </QuietButton>
    }
    title="Ask at the unit"
    note="Stoep rings on the phones of those who live there. After 30 seconds you see whom to phone."
  >
    {(close) => <AskForm close={close} />}
  </FormDialog>
);

function AskForm({ close }: { close: () => void }) {
  const { data: units = [] } = api.gate.entryRequests.units.useQuery();
  const send = api.gate.entryRequests.ask.useMutation({
    onSuccess: close,
    onSettled: () => utils.gate.entryRequests.invalidate(),
  });
  return (
    <Form schema={request} send={send}>
      <ComboboxField
        label="Unit"
        name="unitId"
        hint="Where Stoep is to ring."
        none="There is no such unit."
        options={units.map(({ id, label }) => [id, label])}
      />
      <Field
        label="Visitor’s name (optional)"
        name="visitorName"
        hint="So that the unit knows who it is."
      />
      <Field
        label="Number plate (optional)"
        name="plate"
        hint="If they park, to find them."
        autoCapitalize="characters"
      />
      <DialogButtons leave={close}>Ask</DialogButtons>
    </Form>
  );
}
