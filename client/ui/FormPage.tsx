import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";
import { Form } from "./Form.tsx";
import { FormButtons } from "./FormButtons.tsx";
import { PageHeader } from "./PageHeader.tsx";

interface Props<Schema extends z.ZodType>
  extends Pick<ComponentProps<typeof Form<Schema>>, "schema" | "send" | "also">,
    Pick<ComponentProps<typeof PageHeader>, "title" | "up" | "note"> {
  /** The label of the button that sends it. */
  action: string;
  /** Leaves the page, also when the form was sent. */
  back: () => void;
  children: ReactNode;
}

export const FormPage = <Schema extends z.ZodType>(props: Props<Schema>) => {
  const { title, up, note, action, back, children, ...form } = props;
  return (
    <>
      <PageHeader title={title} up={up} note={note} />
      <Form {...form} onDone={back} className="grid max-w-md grid-cols-1 gap-5">
        {children}
        <FormButtons leave={back}>{action}</FormButtons>
      </Form>
    </>
  );
};
