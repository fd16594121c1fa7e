import { useRouter } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { takeSession } from "../account/session.ts";
import { sideHeight } from "./navigation.tsx";

export function SignOut() {
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
      className={`w-full justify-start! gap-3! px-2.5! ${sideHeight}`}
    >
      <LogOut className="size-5 shrink-0" />
      Sign Out
    </Button>
  );
}
