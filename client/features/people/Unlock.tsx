import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import type { Person } from "./columns.tsx";

/** Lets somebody try to log in again at once; only there while wrong tries keep them out. */
export function Unlock({ id, name, surname }: Person) {
  const cache = api.useUtils();
  const held = api.admin.session.held.useQuery();
  const send = api.admin.session.unlock.useMutation({
    onSettled: () => cache.admin.session.held.invalidate(),
  });
  if (!held.data?.includes(id)) return null;
  return (
    <Button
      kind="quiet"
      small
      className="relative"
      busy={send.isPending}
      title="Too many wrong passwords: they have to wait before they can log in"
      onClick={() => send.mutate({ id })}
    >
      Unlock
      <span className="sr-only">
        {" "}
        {name} {surname}
      </span>
    </Button>
  );
}
