import { useBlocker } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type Answers, api, showToast, wordsOf } from "../../../trpc.ts";
import { BuildingPicture } from "../../../ui/BuildingBranding.tsx";
import { Button, QuietButton } from "../../../ui/Button.tsx";
import { ConfirmDialog, Question } from "../../../ui/ConfirmDialog.tsx";
import { sayFullMoment } from "../../../ui/days.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Share } from "../../../ui/Share.tsx";

type Made = Answers["admin"]["sheets"]["make"];
type Unit = Made["units"][number];
type Person = Unit["people"][number];

interface Props {
  made: Made;
  changed: () => void;
  done: () => void;
}

/** The invites as they will be printed. Their codes are stored nowhere else. */
export function PrintedInvites({ made, changed, done }: Props) {
  const print = useRef<HTMLButtonElement>(null);
  useEffect(() => print.current?.focus(), []);
  const sheets = made.units.flatMap((unit) => unit.people.map((person) => ({ unit, person })));
  const { handOut, isHandedOut } = useHandOut(changed);
  const handOutAll = () => handOut(sheets.map(({ person }) => person.code));
  const isDone = sheets.every(({ person }) => isHandedOut(person.code));
  useEffect(() => {
    // Also for the browser's own Print. No browser says whether the person printed or pressed Cancel.
    window.addEventListener("afterprint", handOutAll);
    return () => window.removeEventListener("afterprint", handOutAll);
  });
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={sheets.length === 1 ? "A sheet to print" : `${sheets.length} sheets to print`}
          note="The codes are shown only now. Print them or share them before you leave this page; until then older sheets and links go on working. If the printing goes wrong, make new sheets."
        >
          <Button
            ref={print}
            onClick={() => {
              handOutAll();
              window.print();
            }}
          >
            <Printer className="size-5" />
            Print
          </Button>
          {isDone ? <QuietButton onClick={done}>Done</QuietButton> : <LeaveUnprinted done={done} />}
        </PageHeader>
      </div>
      <div className="grid max-w-[52rem] gap-6 print:block print:max-w-none">
        {sheets.map(({ unit, person }) => (
          <Sheet
            key={person.id}
            {...made}
            unit={unit}
            person={person}
            share={() => handOut([person.code])}
          />
        ))}
      </div>
    </>
  );
}

/** Tells the server which codes go to their people now: what they had before then ends. */
function useHandOut(changed: () => void) {
  const [handedOut, setHandedOut] = useState<ReadonlySet<string>>(new Set());
  const { mutate } = api.admin.sheets.handOut.useMutation({
    onSuccess: changed,
    onError: (error) => showToast("error", wordsOf(error)),
  });
  const handOut = (codes: readonly string[]) => {
    setHandedOut(new Set([...handedOut, ...codes]));
    // Once more does no harm, and is how a failure is tried again.
    mutate({ codes: [...codes] });
  };
  return { handOut, isHandedOut: (code: string) => handedOut.has(code) };
}

interface SheetProps extends Made {
  unit: Unit;
  person: Person;
  share: () => void;
}

/** One page for one person, so that nobody gets another's code: dark on white, in any theme. */
const Sheet = ({ building, trustee, join, unit, person, share }: SheetProps) => (
  <article
    data-sheet
    className="rounded-2xl bg-surface p-5 text-[14pt] leading-snug text-ink ring-1 ring-line [--color-clay:#000] [--color-ink:#000] [--color-line:#767676] [--color-surface:#fff] sm:p-10 print:rounded-none print:p-0 print:ring-0 print:not-last:break-after-page"
  >
    <header className="grid gap-y-1 border-b-2 pb-2">
      <p className="flex min-w-0 items-center gap-3 text-[15pt] font-semibold wrap-anywhere">
        <BuildingPicture className="size-9 rounded-lg" />
        {building}
      </p>
      <h2 className="text-[24pt] wrap-anywhere">
        {person.name} {person.surname}
      </h2>
      <p className="wrap-anywhere">{unit.isElsewhere ? `Owner of ${unit.name}` : person.address}</p>
    </header>
    <p className="mt-3">
      Stoep is our building's own website, for notices, repairs, visitors and fines.
    </p>
    <ol className="mt-3 grid list-decimal gap-1.5 pl-[1.4em] marker:font-bold">
      <li>
        {unit.isElsewhere && "The next time you are in the building, "}
        <strong>{unit.isElsewhere ? "join its" : "Join the building's"} Wi-Fi</strong> with your
        phone or computer.
      </li>
      <li>
        <strong>Scan the square</strong> below with the camera. Or open the browser, go to{" "}
        <strong className="wrap-anywhere">{join}</strong> and type your code.
      </li>
      <li>
        <strong>Choose a password.</strong> From then on you log in with your username and this
        password.
      </li>
    </ol>
    <p className="mt-3">
      Your code is only for you. It works once, until{" "}
      <strong>{sayFullMoment(new Date(person.until))}</strong>. If it does not work, or you would
      like help, ask <strong className="wrap-anywhere">{trustee}</strong>.
    </p>
    <section className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border-2 p-3 break-inside-avoid print:flex-nowrap">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          Username: <strong>{person.username}</strong>
        </p>
        <p className="mt-2">Your code:</p>
        <p className="font-mono text-[20pt] leading-tight font-bold whitespace-nowrap sm:text-[24pt]">
          {person.code}
        </p>
        <div className="mt-3 print:hidden">
          <Share
            what={`the code of ${person.name} ${person.surname}`}
            text={() =>
              `Hello ${person.name}, this is your code for ${building}: ${person.code}. ${unit.isElsewhere ? "The next time you are there, join" : "Join"} the building's Wi-Fi, open ${join} and type it. Your username is ${person.username}. The code works once, until ${sayFullMoment(new Date(person.until))}.`
            }
            onShared={share}
          />
        </div>
      </div>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(person.qr)}`}
        alt={`QR code for ${person.name} ${person.surname}`}
        className="size-[43mm] shrink-0"
      />
    </section>
  </article>
);

const dialogProps = {
  title: "Leave without printing?",
  action: "Leave",
  children:
    "The codes on these sheets are shown only here. If you leave now, nobody can read them any more. The sheets and links that these people had before go on working, and you can make new sheets.",
};

/** Done while the invites are not printed yet, and a question on every other way out. */
function LeaveUnprinted({ done }: { done: () => void }) {
  const { status, reset, proceed } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <>
      <ConfirmDialog
        {...dialogProps}
        trigger={<QuietButton>Done</QuietButton>}
        onConfirm={async () => done()}
      />
      <Question
        {...dialogProps}
        open={status === "blocked"}
        onOpenChange={(open) => !open && reset?.()}
        onConfirm={async () => proceed?.()}
      />
    </>
  );
}
