import { api } from "../../trpc.ts";
import { Field } from "../../ui/Field.tsx";
import { TelephoneLink } from "../../ui/TelephoneLink.tsx";

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
