import type { Answers } from "../../trpc.ts";

type Props = Omit<Answers["admin"]["sheets"]["waiting"], "units">;

/** Where the sheets lead, and whether that stays so. */
export const Reach = ({ origin, reach }: Props) => (
  <p className="-mt-3 mb-5 max-w-2xl text-sm text-soft wrap-anywhere">
    The sheets lead to {origin}.{" "}
    {reach === "machine" && (
      <>
        That address works on this machine only, and not on a phone. Before you print, ask whoever
        installed Stoep to set the address that people type.
      </>
    )}
    {reach === "number" && (
      <>
        They stop working if the router ever gives this machine another number. Ask whoever looks
        after the router to keep the number, or whoever installed Stoep to give it a name.
      </>
    )}
  </p>
);
