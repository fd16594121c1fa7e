import { type ReactNode, use, useState } from "react";
import { type FineType, fineTypes, kindsOfFine } from "../../../server/features/fines/schema.ts";
import { api, utils } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { dayOf, sayLongDay, today } from "../../ui/days.ts";
import { DateField, MoneyField, SelectField, TextField } from "../../ui/Fields.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { Fact } from "../../ui/InlineEdit.tsx";
import { FinePhotos, useFinePhotos } from "./FinePhotos.tsx";

/** The server's schema, but with the amount typed in rand. */
const newFine = async () => {
  const [fines, money] = await Promise.all([
    import("../../../server/features/fines/schema.ts"),
    import("../../../server/platform/money/schema.ts"),
  ]);
  return fines.newFine.extend({ amountCents: money.typedRand });
};

const daysToPay = 30;
const dueDay = () => dayOf(new Date(Date.now() + daysToPay * 86_400_000));

interface Props {
  /** The resident, if it is known who it is. */
  residentId?: string;
  /** The field to choose the resident in, if that is not known. */
  children?: ReactNode;
  back: () => void;
}

export function FineForm({ residentId, children, back }: Props) {
  const send = api.admin.fines.issue.useMutation({ onSuccess: () => utils.invalidate() });
  const photos = useFinePhotos();
  const [issued, setIssued] = useState<string>();
  const finish = async (fineId: string) => {
    if (!photos.hasMore || (await photos.sendTo(fineId))) back();
    else setIssued(fineId);
  };
  if (issued !== undefined)
    return (
      <div className="grid max-w-md gap-4">
        <p>The fine is issued. These photos are not there yet.</p>
        <FinePhotos photos={photos} />
        <div className="flex flex-wrap gap-3">
          <Button busy={photos.busy} onClick={() => void finish(issued)}>
            Try again
          </Button>
          <QuietButton onClick={back}>Go on without them</QuietButton>
        </div>
      </div>
    );
  return (
    <Form
      schema={newFine}
      send={{
        isPending: send.isPending || photos.busy,
        mutate: (input, { onSuccess, onError }) =>
          send.mutate(input, {
            onError,
            onSuccess: ({ id }) => {
              onSuccess();
              void finish(id);
            },
          }),
      }}
      also={{ ...(residentId && { residentId }) }}
      className="grid max-w-md gap-5"
    >
      {children}
      <div>
        <SelectField
          label="Fine Type"
          name="type"
          options={fineTypes}
          placeholder="Choose a type"
        />
        <NotLawful />
      </div>
      <MoneyField label="Amount" name="amountCents" />
      {/* The server sets the date. */}
      <Fact label="Date Issued">{`Today, ${sayLongDay(today())}`}</Fact>
      <DateField label="Due Date" name="dueDate" defaultValue={dueDay()} />
      <TextField label="Reason" name="reason" />
      <FinePhotos photos={photos} />
      <FormButtons leave={back}>Issue the fine</FormButtons>
    </Form>
  );
}

/** Late payment has its own remedy in a sectional title scheme: interest. */
function NotLawful() {
  const { type } = use(FormValues);
  return (
    <div role="status" className="mt-2 empty:hidden">
      {kindsOfFine[type as FineType]?.lawful === false && (
        <p className="rounded-lg bg-sunken p-3">
          In a sectional title scheme a fine for paying late has no lawful basis. What the law gives
          the body corporate instead is interest on the overdue amount, at a rate in a written
          resolution of the trustees (prescribed management rule 21(3)(c)). You can still issue this
          fine.
        </p>
      )}
    </div>
  );
}
