import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { client, reasonOf, showToast } from "../../trpc.ts";
import { Ring } from "../../ui/Spinner.tsx";
import { takeSession } from "../account/session.ts";

const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));

/**
 * Waits for the server, which stops and comes back.
 * @returns whether the backup was restored
 */
async function restored(stopped: () => boolean): Promise<boolean> {
  while (!stopped()) {
    await pause();
    try {
      const health = await fetch("/api/health");
      if (!health.ok) continue;
      const { restore } = await client.admin.backups.overview.query();
      if (restore?.phase !== "restoring") return false;
    } catch (error) {
      // A restored database has no sessions. Without a response, the server is not back yet.
      if (reasonOf(error)?.code === "auth.signed_out") return true;
    }
  }
  return false;
}

/** Shown while a backup is restored; it leads to the login. */
export function Waiting({ back }: { back: () => void }) {
  const router = useRouter();
  useEffect(() => {
    let stopped = false;
    void restored(() => stopped).then((done) => {
      if (stopped) return;
      if (!done) return back();
      takeSession(null);
      void showToast("success", "Restored. Please sign in again.");
      void router.navigate({ to: "/login", search: { to: "/admin/backups" } });
    });
    return () => {
      stopped = true;
    };
  }, [router, back]);
  return (
    <div
      role="status"
      className="grid min-h-72 place-items-center content-center gap-5 text-center"
    >
      <h1 className="text-2xl">Restoring the backup</h1>
      <Ring className="size-20 text-clay" />
      <p className="max-w-md text-soft">
        This takes up to a minute. Then this page takes you to the login by itself.
      </p>
    </div>
  );
}
