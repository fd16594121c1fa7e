import { Field } from "../../ui/Field.tsx";

export const NewPassword = () => (
  <>
    <Field
      label="New password"
      name="password"
      type="password"
      hint="At least 8 characters. A few words in a row are easy to remember."
      autoComplete="new-password"
    />
    <Field
      label="Confirm password"
      name="confirmPassword"
      type="password"
      autoComplete="new-password"
    />
  </>
);
