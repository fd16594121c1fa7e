import { api, client, reasonOf, utils } from "../../trpc.ts";
import { UndoableButton } from "../../ui/Undoable.tsx";
import { holdRow, offerUndoOf } from "../../ui/undo.ts";
import type { Request } from "./columns.tsx";

export type Status = Request["status"];

interface Turner {
  as: "admin" | "staff";
  /** The member of staff, when an admin looks at their pages. */
  profileId?: string | undefined;
}

/** The words of each status: on the buttons that set it, of one request or of several, and afterwards. */
export const statusWords = {
  Closed: {
    admin: "Close",
    staff: "Report closed",
    question: (requests) => `Close ${requests}?`,
    said: "Closed",
    done: "Closed",
  },
  Open: {
    admin: "Open again",
    staff: "Report open",
    question: (requests) => `Open ${requests} again?`,
    said: "Open again",
    done: "Opened again",
  },
} as const satisfies Record<
  Status,
  Record<Turner["as"] | "said" | "done", string> & { question: (requests: string) => string }
>;
export const statuses = Object.keys(statusWords) as Status[];
const other = { Closed: "Open", Open: "Closed" } as const;

/** The action that closes several requests or opens them again, or one. */
export const turned = ({ as, profileId }: Turner, status: Status) => ({
  label: statusWords[status].admin,
  said: statusWords[status].said,
  now: { status },
  send: ({ id: requestId }: { id: string }) =>
    client[as].maintenance.setStatus.mutate({ profileId, requestId, status, from: other[status] }),
  undo: ({ id: requestId }: { id: string }) => client.member.maintenance.undo.mutate({ requestId }),
  after: () => Promise.all([utils[as].maintenance.invalidate(), utils[as].dashboard.invalidate()]),
});

/** Two may have the same words. */
export const nameOf = ({ description, roomNumber }: Pick<Request, "description" | "roomNumber">) =>
  `${description} (${roomNumber})`;

interface Props extends Turner {
  request: Request;
  /** Shows a status before the server has answered. */
  show?: (status: Status) => void;
}

/**
 * Closes a request or opens it again, and offers to take that back. The server gets the status that
 * the screen showed.
 */
export function TurnRequest({ request, as, profileId, show }: Props) {
  const { id: requestId, status: from } = request;
  const send = api[as].maintenance.setStatus.useMutation({
    onMutate: async ({ status }) => {
      holdRow(requestId);
      await utils[as].maintenance.list.cancel();
      show?.(status);
    },
    onError: (error, { from }) => {
      // On `maintenance.changed` somebody else was first: the refetched list shows the present
      // status.
      if (from && reasonOf(error)?.code !== "maintenance.changed") show?.(from);
    },
    onSuccess: (_, { status }) => offerUndoOf(request, turned({ as, profileId }, status)),
    onSettled: (_, __, { status }) => turned({ as, profileId }, status).after(),
  });
  const status = other[from];
  return (
    <UndoableButton
      row={request}
      which={nameOf(request)}
      beside={as === "staff"}
      small={as === "admin"}
      send={send}
      press={() => send.mutate({ profileId, requestId, status, from })}
    >
      {statusWords[status][as]}
    </UndoableButton>
  );
}
