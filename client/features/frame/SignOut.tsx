import { useRouter } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { takeSession } from "../session/session.ts";

interface Props {
  /** Shows only the icon on narrow screens. */
  short?: boolean;
  className?: string;
}

/** Ends the session in this and all other tabs, and leads to the welcome page. */
export function SignOut({ short, className }: Props) {
  const router = useRouter();
  const send = api.public.session.signOut.useMutation({
    onSuccess: async () => {
      await router.navigate({ to: "/" });
      takeSession(null);
    },
  });
  return (
    <Button
      kind="plain"
      busy={send.isPending}
      onClick={() => send.mutate()}
      {...(className && { className })}
    >
      <LogOut aria-hidden="true" className="size-5 shrink-0" />
      <span className={short ? "sr-only sm:not-sr-only" : ""}>Sign Out</span>
    </Button>
  );
}
