import type { ComponentProps } from "react";
import type { z } from "zod";
import { Button } from "./Button.tsx";
import { Cancel } from "./Cancel.tsx";
import { today } from "./days.ts";
import { DateField } from "./Fields.tsx";
import { Form } from "./Form.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { Submit } from "./Submit.tsx";

interface Props<Schema extends z.ZodType>
  extends Pick<ComponentProps<typeof Form<Schema>>, "schema" | "send" | "also"> {
  /** The person or thing it is about, for the title and screen readers. */
  which: string;
  title: string;
}

/** A button that asks for the last day of a tenancy, a term and so on: today, or any other day. */
export const EndDay = <Schema extends z.ZodType>({ which, title, ...form }: Props<Schema>) => (
  <FormDialog
    trigger={
      <Button kind="quiet" small which={which}>
        Enter the last day
      </Button>
    }
    title={title}
    note="It may be in the past or in the future. The entry stays in the history."
  >
    {(close) => (
      <Form {...form} onDone={close} className="grid gap-5">
        <DateField label="Last day" name="until" defaultValue={today()} />
        <div className="flex flex-wrap justify-end gap-3">
          <Cancel leave={close} />
          <Submit>Save</Submit>
        </div>
      </Form>
    )}
  </FormDialog>
);
