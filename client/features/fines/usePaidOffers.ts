import { useEffect } from "react";
import { queryClient } from "../../trpc.ts";

const setStatus = "admin.fines.setStatus";

/** Whenever a fine is set to Paid, on whatever screen, offers to take that back for a minute. */
export const usePaidOffers = () =>
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success") return;
        const { options, state } = event.mutation;
        const [path] = (options.mutationKey ?? []) as [string[]?];
        const change = state.variables as { fineId: string; status?: string } | undefined;
        if (path?.join(".") !== setStatus || change?.status !== "Paid") return;
        void import("./undoPaid.ts").then(({ offerUndo }) => offerUndo(change.fineId));
      }),
    [],
  );
