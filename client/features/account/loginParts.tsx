import { api } from "../../trpc.ts";
import { Field } from "../../ui/Field.tsx";
import { TelephoneLink } from "../../ui/TelephoneLink.tsx";

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

/** The person whom the building names for those who cannot log in; nothing if it names nobody. */
export function WhomToAsk() {
  const { data } = api.public.session.ways.useQuery();
  if (!data?.help) return null;
  const { label, number } = data.help;
  return (
    <p className="mt-4 wrap-anywhere">
      Ask <strong>{label}</strong>, <TelephoneLink number={number} />.
    </p>
  );
}
