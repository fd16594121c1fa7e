import { useMutation } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { type Answers, api, showToast, utils, wordsOf } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Section } from "../../ui/Section.tsx";
import { Ring } from "../../ui/Spinner.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { Table } from "../../ui/Table.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { Warning } from "../../ui/Warning.tsx";
import { takeSession } from "../account/session.ts";
import { columnsWith, holds } from "./columns.tsx";
import { Restore } from "./Restore.tsx";
import { restored } from "./restored.ts";
import { SendBackup } from "./SendBackup.tsx";

export const Route = createFileRoute("/admin/backups")({
  validateSearch: tableSearch,
  staticData: { title: "Backups" },
  loader: () => Promise.all([utils.admin.backups.overview.ensureData(), loadPaperHead()]),
  component: Backups,
});

function Backups() {
  /** True once a restore is confirmed: the server stops and comes back. */
  const [waiting, setWaiting] = useState(false);
  const [now] = api.admin.backups.overview.useSuspenseQuery(undefined, {
    // While it waits for the server, the Waiting screen polls instead.
    refetchInterval: ({ state: { data } }) =>
      !waiting && (data?.running || /ing$/.test(data?.restore?.phase ?? "")) ? 1_000 : false,
    refetchOnWindowFocus: waiting ? false : "always",
  });
  const { warning } = now;
  useEffect(() => {
    // The dashboard must show the same warning.
    const { dashboard } = utils.admin;
    const told = dashboard.needs.getData()?.find(({ kind }) => kind === "backups")?.text ?? null;
    if (told !== warning) void dashboard.invalidate();
  }, [warning]);
  const look = () => utils.admin.backups.invalidate();
  const make = api.admin.backups.make.useMutation({ onSettled: look });
  const preview = api.admin.backups.preview.useMutation({ onSettled: look });
  const save = useMutation({ mutationFn: saveFile });
  const failure = make.error ?? preview.error ?? save.error;

  if (waiting) return <Waiting back={() => setWaiting(false)} />;
  if (now.restore)
    return <Restore restore={now.restore} look={look} restoring={() => setWaiting(true)} />;
  const hour = String(now.hour).padStart(2, "0");
  return (
    <>
      <PageHeader
        printed
        title="Backups"
        note={`Stoep makes a backup every night after ${hour}:00 and tests it at once. It keeps today's first, and the newest one of each of the last 7 days, 4 weeks and 12 months.`}
      >
        <Button busy={make.isPending || now.running !== null} onClick={() => make.mutate()}>
          Back up now
        </Button>
      </PageHeader>
      <How now={now} failure={failure} />
      <Table
        caption="Backups"
        rows={now.archives}
        columns={columnsWith({
          download: (address, name) => save.mutate({ address, name }),
          restore: (archive) => preview.mutate({ source: { archive } }),
        })}
        empty="No backup yet. Press Back up now to make the first one."
        drawing="board"
      />
      <Section
        title="Restore"
        note="Restoring a backup replaces everything you have now. You see what is in it first. What it replaces is kept for 31 days, so that you can undo it."
        className="mt-12 max-w-2xl print:hidden"
      >
        <SendBackup onSent={(source) => preview.mutateAsync({ source }).catch(() => undefined)} />
        {now.undo && (
          <div className="mt-8 border-t border-line pt-5">
            <p className="mb-3">
              The last restore was <Moment at={now.undo} />. What you had before is kept for 31
              days.
            </p>
            <QuietButton
              busy={preview.isPending}
              onClick={() => preview.mutate({ source: { before: "last restore" } })}
            >
              Undo the last restore
            </QuietButton>
          </div>
        )}
      </Section>
    </>
  );
}

type Overview = Answers["admin"]["backups"]["overview"];

const steps = {
  copying: "Copying the database…",
  packing: "Packing everything…",
  rehearsing: "Testing the backup…",
  copying_on: "Copying it to the second folder…",
} as const;

function How({ now, failure }: { now: Overview; failure: unknown }) {
  const { lastRehearsed, running, second } = now;
  return (
    <div className="mb-8 grid max-w-3xl gap-3">
      {running && (
        <div role="status" className="rounded-lg bg-surface px-4 py-3 ring-1 ring-line ring-inset">
          <p className="font-medium">{steps[running.step]}</p>
          <Progress label="The backup" part={running.part} className="mt-2" />
        </div>
      )}
      {lastRehearsed?.rehearsal && (
        <p className="flex gap-2.5">
          <CircleCheck className="mt-1 size-5 shrink-0 text-fynbos" />
          <span>
            The last backup passed its test{" "}
            <b className="font-semibold">
              <Moment at={lastRehearsed.rehearsal.at} />
            </b>
            . It was restored into an empty folder, and nothing{" "}
            {lastRehearsed.rehearsal.lost ? "else was missing" : "was missing"} or different. It
            holds {holds(lastRehearsed.rehearsal)}.
            {!lastRehearsed.encrypted && " It is not encrypted."}
            {second && !second.problem && ` Backups are also copied to ${second.folder}.`}
          </span>
        </p>
      )}
      {lastRehearsed?.rehearsal?.lost && (
        <Warning>
          {lastRehearsed.rehearsal.lost} Older backups may still have what is lost. On the machine,{" "}
          <code>stoep verify</code> says which.
        </Warning>
      )}
      {now.failure && (
        <Warning>
          The backup of <Moment at={now.failure.at} /> failed. {now.failure.why} Stoep tries again
          every hour. Older backups are kept.
        </Warning>
      )}
      {!now.failure && now.warning?.startsWith("No ") && <Warning>{now.warning}</Warning>}
      {second?.problem && (
        <Warning>Backups are not copied to the second folder. {second.problem}</Warning>
      )}
      {failure !== null && <Warning>{wordsOf(failure)}</Warning>}
    </div>
  );
}

function Waiting({ back }: { back: () => void }) {
  const router = useRouter();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    let stopped = false;
    const late = () => setLate(true);
    void restored(() => stopped, late).then((done) => {
      if (stopped) return;
      if (!done) return back();
      takeSession(null);
      void router.navigate({ to: "/login", search: { to: "/admin/backups" } });
    });
    return () => {
      stopped = true;
      // Another request may have heard first that nobody is logged in any more.
      if (utils.public.session.current.getData() === null)
        void showToast("success", "Restored. Please log in again.");
    };
  }, [router, back]);
  return (
    <div
      role="status"
      className="grid min-h-72 place-items-center content-center gap-5 text-center"
    >
      <h1 className="text-2xl">Restoring the backup</h1>
      <Ring className="size-20 text-clay" />
      {isLate ? (
        <p className="max-w-md font-medium">
          Stoep has not come back yet. Look at the machine that it runs on: is it switched on?
          There, <code>stoep doctor</code> says what is wrong. This page goes on asking, and takes
          you to the login once Stoep is back.
        </p>
      ) : (
        <p className="max-w-md text-soft">
          This takes up to a minute. Then this page takes you to the login by itself.
        </p>
      )}
    </div>
  );
}
