import type { ComponentProps, ReactNode } from "react";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";

const ownPassword = async () =>
  (await import("../../../server/platform/auth/schema.ts")).ownPassword;

type FormProps = ComponentProps<typeof Form<Awaited<ReturnType<typeof ownPassword>>>>;

interface Props extends Pick<FormProps, "send" | "className"> {
  hint?: string;
  autoFocus?: boolean;
  children: ReactNode;
}

/** Asks people for their own password, so that nobody else changes something on their device. */
export const OwnPasswordForm = ({ send, className, hint, autoFocus, children }: Props) => (
  <Form schema={ownPassword} send={send} className={className}>
    <Field
      label="Current password"
      name="currentPassword"
      type="password"
      hint={hint}
      autoComplete="current-password"
      autoFocus={autoFocus}
    />
    {children}
  </Form>
);
