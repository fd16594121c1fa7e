import type { ComponentProps } from "react";
import type { z } from "zod";
import { QuietButton } from "./Button.tsx";
import { today } from "./days.ts";
import { DateField } from "./Fields.tsx";
import { Form } from "./Form.tsx";
import { DialogButtons } from "./FormButtons.tsx";
import { FormDialog } from "./FormDialog.tsx";

interface Props<Schema extends z.ZodType>
  extends Pick<ComponentProps<typeof Form<Schema>>, "schema" | "send" | "also"> {
  which: string;
  /** The last day that is entered already, which may be wrong. */
  until?: string | null;
  title: string;
  consequence?: string;
}

export const EndDay = <Schema extends z.ZodType>({
  which,
  until,
  title,
  consequence = "",
  ...form
}: Props<Schema>) => (
  <FormDialog
    trigger={
      <QuietButton small which={which}>
        {until ? "Correct the last day" : "Enter the last day"}
      </QuietButton>
    }
    title={title}
    note={`It may be in the past or in the future. The entry stays in the history. ${consequence}`}
  >
    {(close) => (
      <Form {...form} onDone={close} className="grid gap-5">
        <DateField label="Last day" name="until" defaultValue={until ?? today()} />
        <DialogButtons leave={close}>Save</DialogButtons>
      </Form>
    )}
  </FormDialog>
);
