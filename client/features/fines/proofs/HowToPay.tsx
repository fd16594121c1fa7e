import { Check, Copy as CopyIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { formatRand } from "../../../../server/platform/money/format.ts";
import type { Answers } from "../../../trpc.ts";
import { copied } from "../../../ui/clipboard.ts";
import { Section } from "../../../ui/Section.tsx";
import { Share } from "../../../ui/Share.tsx";

type Pay = Answers["resident"]["fines"]["howToPay"];

export function HowToPay({ pay }: { pay: Pay }) {
  const pieces = piecesOf(pay);
  const inWords = () =>
    pieces.map(({ what, value, show = value }) => `${what}: ${show}`).join("\n");
  return (
    <Section title="Pay">
      <dl className="mt-3 max-w-md divide-y divide-line border-y border-line">
        {pieces.map((piece) => (
          <Piece key={piece.what} {...piece} />
        ))}
      </dl>
      <div className="mt-3 print:hidden">
        <Share what="how to pay" text={inWords} />
      </div>
      <p className="mt-3 max-w-md text-sm text-soft">
        {pay.bankDetails
          ? "Use exactly this reference, so that we can find your payment."
          : "The building has not given its bank details yet. Ask an admin where to pay. You can already use this reference."}
      </p>
    </Section>
  );
}

interface PieceProps {
  what: string;
  value: string;
  /** The value as people read it, if that differs. */
  show?: string;
  /** Never broken into two lines, as a number is. */
  whole?: boolean;
}

function piecesOf({ bankDetails: bank, amountCents, reference }: Pay): PieceProps[] {
  const amount = (amountCents / 100).toFixed(2);
  const due = [
    { what: "Amount", value: amount, show: formatRand(amountCents), whole: true },
    { what: "Reference", value: reference, whole: true },
  ];
  if (!bank) return due;
  return [
    { what: "Bank", value: bank.bank },
    { what: "Account holder", value: bank.accountHolder },
    { what: "Account number", value: bank.accountNumber, whole: true },
    { what: "Branch code", value: bank.branchCode, whole: true },
    ...due,
  ];
}

/** The label stands beside the value, or above it where the text is too large for both. */
function Piece({ what, value, show = value, whole = false }: PieceProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-1">
      <dt className="w-28 shrink-0 sm:w-36 text-sm font-semibold text-soft">{what}</dt>
      <dd
        className={`flex min-w-0 grow basis-44 items-center justify-between gap-x-2 ${whole ? "flex-wrap" : ""}`}
      >
        <span className={`min-w-0 tabular-nums ${whole ? "whitespace-nowrap" : "break-words"}`}>
          {show}
        </span>
        <CopyButton what={what} value={value} />
      </dd>
    </div>
  );
}

function CopyButton({ what, value }: { what: string; value: string }) {
  const [status, setStatus] = useState("");
  useEffect(() => {
    const quiet = status && setTimeout(() => setStatus(""), 2500);
    return () => clearTimeout(quiet || undefined);
  }, [status]);
  const copy = async () => setStatus((await copied(value)) ? "Copied" : "Not copied");
  const Icon = status === "Copied" ? Check : CopyIcon;
  return (
    <span className="ml-auto flex shrink-0 items-center print:hidden">
      <span role="status" className="text-sm text-soft">
        {status}
      </span>
      <button
        type="button"
        aria-label={`Copy ${what.toLowerCase()}`}
        onClick={copy}
        className="grid size-11 place-items-center rounded-lg text-clay hover:bg-sunken"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </span>
  );
}
