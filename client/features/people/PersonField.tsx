import { useState } from "react";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ComboboxField } from "../../ui/Combobox.tsx";
import { Form } from "../../ui/Form.tsx";
import { DialogButtons } from "../../ui/FormButtons.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { PersonFields, personSchema } from "./PersonFields.tsx";

type Someone = Answers["admin"]["privacy"]["people"][number];

export const loadPeople = () => utils.admin.privacy.people.ensureData();

/** Everybody who is here, to choose from: with their address, because names repeat. */
export const peopleOptions = (people: readonly Someone[]) =>
  people
    .filter(({ state }) => state === "Here")
    .map(({ id, name, surname, address }) => {
      const whole = `${name} ${surname}`.trim();
      return [id, address ? `${whole}, ${address}` : whole] as const;
    });

interface Props {
  label: string;
  name: string;
  hint?: string;
  defaultValue?: string;
}

/** Chooses somebody of the register by a part of their name, or adds somebody on the spot. */
export function PersonField({ defaultValue, ...field }: Props) {
  const [people] = api.admin.privacy.people.useSuspenseQuery();
  const [added, setAdded] = useState(defaultValue);
  return (
    <div>
      <ComboboxField
        // A new person is chosen as soon as the list has them.
        key={added}
        {...field}
        options={peopleOptions(people)}
        placeholder="Type a name"
        defaultValue={added}
      />
      <NewPersonDialog which={field.label} onAdded={setAdded} />
    </div>
  );
}

function NewPersonDialog({ which, onAdded }: { which: string; onAdded: (id: string) => void }) {
  const send = api.admin.people.add.useMutation({
    onSuccess: async ({ id }) => {
      await utils.admin.privacy.people.invalidate();
      onAdded(id);
    },
  });
  const isShared = send.error?.data?.reason?.code === "people.email_shared";
  return (
    <FormDialog
      trigger={
        <Button kind="plain" small which={which} className="mt-1">
          New person…
        </Button>
      }
      title="New person"
      note="For the register. They do not log in."
    >
      {(close) => (
        <Form schema={personSchema} send={send} onDone={close} className="grid gap-5">
          <PersonFields isShared={isShared} />
          <DialogButtons leave={close}>Add the person</DialogButtons>
        </Form>
      )}
    </FormDialog>
  );
}
