import { Download } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { type FineStatus, fineStatuses } from "../../../server/features/fines/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Day, Moment } from "../../ui/DateTime.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Section } from "../../ui/Section.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { sayBytes } from "../../ui/size.ts";
import { TextAnchor } from "../../ui/TextLink.tsx";

const labels: Record<FineStatus, string> = {
  Unpaid: "Unpaid",
  Paid: "Paid",
  "Pending...": "Pending",
};
const backAfterMs = 2000;

/** For the loaders of the two URLs of this screen. */
export const loadFine = (fineId: string) =>
  Promise.all([
    utils.admin.fines.one.ensureData({ fineId }),
    utils.admin.proofs.of.ensureData({ fineId }),
  ]);

interface Props {
  fineId: string;
  /** A link to the list that contains the fine. */
  up: ReactNode;
  /** Returns to the previous page. */
  back: () => void;
}

/** The status-update screen: three buttons, and after two seconds back to the previous page. */
export function StatusUpdate({ fineId, up, back }: Props) {
  const [fine] = api.admin.fines.one.useSuspenseQuery({ fineId });
  const send = api.admin.fines.setStatus.useMutation({
    onSettled: () => Promise.all([utils.admin.invalidate(), utils.resident.fines.invalidate()]),
  });
  const done = send.isSuccess;
  const goBack = useRef(back);
  goBack.current = back;
  useEffect(() => {
    if (!done) return;
    const going = setTimeout(() => goBack.current(), backAfterMs);
    return () => clearTimeout(going);
  }, [done]);

  return (
    <>
      <PageHeader up={up} title="Update fine" note={`${fine.name} ${fine.surname}`} />
      <Details fine={fine} />
      <h2 id="status" className="mt-9 text-xl">
        Status
      </h2>
      <fieldset aria-labelledby="status" className="mt-3 flex flex-wrap gap-3">
        {fineStatuses.map((status) => (
          <Button
            key={status}
            kind={fine.status === status ? "solid" : "quiet"}
            aria-pressed={fine.status === status}
            busy={send.isPending && send.variables.status === status}
            // The second press of a double click would send a status that has changed already.
            onClick={({ detail }) =>
              detail < 2 && !send.isPending && send.mutate({ fineId, status, from: fine.status })
            }
          >
            {labels[status]}
          </Button>
        ))}
      </fieldset>
      {done && <p className="mt-4 text-soft">Saved. Going back …</p>}
      <Failure error={send.error} className="mt-4" />
      <ProofList fineId={fineId} />
    </>
  );
}

const Details = ({ fine }: { fine: Answers["admin"]["fines"]["one"] }) => (
  <Facts
    facts={{
      Now: <StatusBadge status={fine.status} />,
      "Fine Type": fine.type,
      Amount: formatRand(fine.amountCents),
      "Room Number": fine.roomNo,
      "Date Issued": <Moment at={fine.issuedAt} />,
      "Due Date": <Day on={fine.dueDate} />,
      Reference: fine.reference,
      Reason: fine.reason,
    }}
  />
);

/** The payment proofs the resident sent; admins look at them before they set Paid. */
function ProofList({ fineId }: { fineId: string }) {
  const [proofs] = api.admin.proofs.of.useSuspenseQuery({ fineId });
  return (
    <Section title="Payment proofs" className="mt-10 max-w-2xl">
      {proofs.length === 0 ? (
        <EmptyState>Nothing has been sent yet.</EmptyState>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {proofs.map((proof) => (
            <Proof key={proof.id} {...proof} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const Proof = ({ id, fileName, size, uploadedAt }: Answers["admin"]["proofs"]["of"][number]) => (
  <li className="flex flex-wrap items-center justify-between gap-x-5 py-1.5">
    <TextAnchor
      href={`/api/property/payment-proofs/${id}/file`}
      download={fileName}
      className="min-w-0 gap-2"
    >
      <Download aria-hidden="true" className="size-5 shrink-0" />
      <span className="wrap-anywhere">{fileName}</span>
    </TextAnchor>
    <span className="text-sm text-soft">
      {sayBytes(size)}, <Moment at={uploadedAt} />
    </span>
  </li>
);
