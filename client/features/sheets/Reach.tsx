import type { Answers } from "../../trpc.ts";

type Props = Omit<Answers["admin"]["sheets"]["waiting"], "units">;

const setting = (
  <>
    {" "}
    the setting <code>STOEP_ORIGIN</code> (README, under Settings)
  </>
);

/** Where the sheets lead, and whether that stays so. */
export const Reach = ({ origin, reach }: Props) => (
  <p className="-mt-3 mb-5 max-w-2xl text-sm text-soft wrap-anywhere">
    The sheets lead to {origin}.{" "}
    {reach === "machine" && (
      <>
        That opens on this machine only, on no telephone: first put the address that people type
        into
        {setting}.
      </>
    )}
    {reach === "number" && (
      <>
        Should the router give this machine another number one day, they lead nowhere: have the
        router keep it, or put a name into{setting}.
      </>
    )}
  </p>
);
