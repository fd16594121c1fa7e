import { api } from "../../trpc.ts";
import { TelephoneLink } from "../../ui/TelephoneLink.tsx";

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
