import { Field } from "../../ui/Field.tsx";

/** Where people say who they are, by username or email. */
export const UsernameField = () => (
  <Field
    label="Username"
    name="username"
    hint="Your username or your email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
  />
);
