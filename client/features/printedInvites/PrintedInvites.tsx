import { useBlocker } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Answers } from "../../trpc.ts";
import { BuildingPicture } from "../../ui/BuildingFace.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog, Question } from "../../ui/ConfirmDialog.tsx";
import { sayFullMoment } from "../../ui/days.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Share } from "../../ui/Share.tsx";
import { pagesOf } from "./pages.ts";

type Made = Answers["admin"]["sheets"]["make"];
type Unit = Made["units"][number];
type Person = Unit["people"][number];

interface Props {
  made: Made;
  done: () => void;
}

/** The invites as they will be printed. Their codes are stored nowhere else. */
export function PrintedInvites({ made, done }: Props) {
  const print = useRef<HTMLButtonElement>(null);
  useEffect(() => print.current?.focus(), []);
  const [printed, setPrinted] = useState(false);
  useEffect(() => {
    // Browsers do not say whether the person printed or pressed Cancel.
    const after = () => setPrinted(true);
    window.addEventListener("afterprint", after);
    return () => window.removeEventListener("afterprint", after);
  }, []);
  const pages = made.units.flatMap((unit) =>
    pagesOf(unit.people).map((people, index, all) => ({
      unit,
      people,
      part: all.length > 1 ? `Sheet ${index + 1} of ${all.length}` : "",
    })),
  );
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={pages.length === 1 ? "A sheet to print" : `${pages.length} sheets to print`}
          note="The codes are shown only now. Print before you leave this page. If the printing goes wrong, make new sheets."
        >
          <Button ref={print} onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-5" />
            Print
          </Button>
          {printed ? (
            <Button kind="quiet" onClick={done}>
              Done
            </Button>
          ) : (
            <LeaveUnprinted done={done} />
          )}
        </PageHeader>
      </div>
      <div className="grid max-w-[52rem] gap-6 print:block print:max-w-none">
        {pages.map((page) => (
          <Page key={page.people[0]?.id} {...made} {...page} />
        ))}
      </div>
    </>
  );
}

interface PageProps extends Made {
  unit: Unit;
  people: readonly Person[];
  /** Which of the unit's pages it is; empty if there is only one. */
  part: string;
}

/**
 * One page for one unit: dark on white, in any theme. The people come last, so that if the page
 * were ever too long, a whole person would move to the next page and never a line of text.
 */
const Page = ({ building, trustee, join, unit, people, part }: PageProps) => (
  <article
    data-sheet
    className="rounded-2xl bg-surface p-5 text-[14pt] leading-snug text-ink ring-1 ring-line [--color-clay:#000] [--color-ink:#000] [--color-line:#767676] [--color-surface:#fff] sm:p-10 print:rounded-none print:p-0 print:ring-0 print:not-last:break-after-page"
  >
    <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-b-2 pb-2">
      <p className="flex min-w-0 items-center gap-3 text-[15pt] font-semibold wrap-anywhere">
        <BuildingPicture className="size-9 rounded-lg" />
        {building}
      </p>
      <p>{part}</p>
      <h2 className="basis-full text-[24pt] wrap-anywhere">{unit.name}</h2>
    </header>
    <p className="mt-3">
      Stoep is our building's own website, for notices, repairs, visitors and fines.
    </p>
    <ol className="mt-3 grid list-decimal gap-1.5 pl-[1.4em] marker:font-bold">
      <li>
        <strong>Join the building's Wi-Fi</strong> with your phone or computer.
      </li>
      <li>
        <strong>Scan the square</strong> next to your name with the camera. Or open the browser, go
        to <strong className="wrap-anywhere">{join}</strong> and type your code.
      </li>
      <li>
        <strong>Choose a password.</strong> From then on you log in with your username and this
        password.
      </li>
    </ol>
    <p className="mt-3">
      Each code is only for the person named next to it. It works once, until{" "}
      <strong>{sayFullMoment(new Date(people[0]?.until ?? ""))}</strong>. If it does not work, or
      you would like help, ask <strong className="wrap-anywhere">{trustee}</strong>.
    </p>
    {people.map((person) => (
      <Block key={person.id} {...person} building={building} join={join} />
    ))}
  </article>
);

type BlockProps = Person & Pick<Made, "building" | "join">;

const Block = ({ name, surname, username, code, qr, building, join }: BlockProps) => (
  <section className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border-2 p-3 break-inside-avoid print:flex-nowrap">
    <div className="min-w-0">
      <h3 className="text-[20pt] wrap-anywhere">
        {name} {surname}
      </h3>
      <p className="mt-1 wrap-anywhere">
        Username: <strong>{username}</strong>
      </p>
      <p className="mt-2">Your code:</p>
      <p className="font-mono text-[20pt] leading-tight font-bold whitespace-nowrap sm:text-[24pt]">
        {code}
      </p>
      <div className="mt-3 print:hidden">
        <Share
          what={`the code of ${name} ${surname}`}
          text={() =>
            `Hello ${name}, this is your code for ${building}: ${code}. Join the building's Wi-Fi, open ${join} and type it. Your username is ${username}.`
          }
        />
      </div>
    </div>
    <img
      src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
      alt={`QR code for ${name} ${surname}`}
      className="size-[43mm] shrink-0"
    />
  </section>
);

const dialogProps = {
  title: "Leave without printing?",
  action: "Leave",
  children:
    "The codes on these sheets are shown only here. If you leave now, nobody can read them any more, and the sheets and links that these people had before no longer work. You would have to make new sheets.",
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
        trigger={<Button kind="quiet">Done</Button>}
        onConfirm={async () => done()}
      />
      <Question
        {...dialogProps}
        open={status === "blocked"}
        turn={(open) => !open && reset?.()}
        onConfirm={async () => proceed?.()}
      />
    </>
  );
}
