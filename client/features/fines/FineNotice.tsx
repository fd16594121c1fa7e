import { nameOfFined } from "../../../server/features/fines/list.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import type { Answers } from "../../trpc.ts";
import { sayLongDay, today } from "../../ui/days.ts";
import { PrintedHead } from "../../ui/PrintedPaper.tsx";
import { dayIssued, type Fine } from "./columns.tsx";
import { IfNotRight } from "./IfNotRight.tsx";

interface Props {
  /** The fine, with the address for letters. */
  fine: Fine & { sendTo: string };
  building: Answers["member"]["building"]["details"];
}

/** A fine as a letter to whom it was given, for printing: not everybody logs in. */
export function FineNotice({ fine, building: { name, bankDetails: bank } }: Props) {
  const facts = {
    "What for": fine.type,
    Reason: fine.reason,
    "Date issued": sayLongDay(dayIssued(fine)),
    Amount: formatRand(fine.amountCents),
    "To be paid by": sayLongDay(fine.dueDate),
    Reference: fine.reference,
  };
  return (
    <>
      <PrintedHead
        building={name}
        date={sayLongDay(today())}
        title="Notice of a fine"
        addressee={[nameOfFined(fine), fine.sendTo]}
        notes={[]}
      />
      <p className="mb-3">Dear {fine.name}</p>
      <p>You have been given this fine:</p>
      <dl className="my-4 grid grid-cols-[10rem_1fr] gap-y-1.5">
        {Object.entries(facts).map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="font-semibold break-words whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mb-3 whitespace-pre-line">
        {bank
          ? `Please pay into this account, with the reference ${fine.reference}, so that we can find the payment:\n${bank.bank}, ${bank.accountHolder}\nAccount number ${bank.accountNumber}, branch code ${bank.branchCode}`
          : "Please ask us where to pay."}
      </p>
      <IfNotRight dueDate={fine.dueDate} />
      <p className="mt-3 whitespace-pre-line">{`Kind regards\nThe trustees of ${name}`}</p>
    </>
  );
}
