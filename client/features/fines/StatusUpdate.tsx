import type { ReactNode } from "react";
import { nameOfFined } from "../../../server/features/fines/list.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api, utils } from "../../trpc.ts";
import { Day, Moment } from "../../ui/DateTime.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { Section } from "../../ui/Section.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { AttachedFiles } from "../attachments/AttachedFiles.tsx";
import type { Fine } from "./columns.tsx";
import { Decide } from "./Decide.tsx";
import { EvidenceOfFine } from "./Evidence.tsx";
import { FineHistory } from "./FineHistory.tsx";
import { NoAddress } from "./NoAddress.tsx";
import { PrintFineNotice } from "./PrintFineNotice.tsx";
import { Withdrawal } from "./Withdrawal.tsx";

/** For the loaders of the two URLs of this screen. */
export const loadFine = (fineId: string) =>
  Promise.all([
    utils.admin.fines.one.ensureData({ fineId }),
    utils.admin.proofs.of.ensureData({ fineId }),
    utils.admin.evidence.of.ensureData({ fineId }),
    utils.admin.fineDecisions.history.ensureData({ fineId }),
    utils.admin.fineDecisions.next.ensureData({ fineId }),
  ]);

interface Props {
  fineId: string;
  up: ReactNode;
  back: () => void;
}

/**
 * The status-update screen: the payment proofs, and beside them the amount and the reference to
 * compare and the three buttons. Two seconds after a press it returns to the previous page.
 */
export function StatusUpdate({ fineId, up, back }: Props) {
  const [fine] = api.admin.fines.one.useSuspenseQuery({ fineId });
  return (
    <>
      <PageHeader
        up={up}
        title={`${fine.type}, ${formatRand(fine.amountCents)}`}
        note={
          <>
            <PersonLink id={fine.residentId}>{nameOfFined(fine)}</PersonLink>
            {fine.roomNo && `, ${fine.roomNo}`}
          </>
        }
      >
        {fine.status === "Unpaid" && <PrintFineNotice fine={fine} />}
      </PageHeader>
      {fine.status === "Unpaid" && fine.sendTo === "" && (
        <NoAddress people={[{ id: fine.residentId, name: nameOfFined(fine) }]} />
      )}
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Proofs fineId={fineId} />
        <div className="lg:sticky lg:top-6 lg:self-start">
          <Decide fine={fine} back={back} />
          <Next fine={fine} />
        </div>
        <Details fine={fine} />
      </div>
      <div className="mt-10 grid grid-cols-1 gap-x-10 gap-y-10 lg:grid-cols-2">
        <EvidenceOfFine fineId={fineId} />
        <History fineId={fineId} />
        <Withdrawal fine={fine} />
      </div>
    </>
  );
}

function Next({ fine: { id: fineId, status } }: { fine: Fine }) {
  const [next] = api.admin.fineDecisions.next.useSuspenseQuery({ fineId });
  const [proofs] = api.admin.proofs.of.useSuspenseQuery({ fineId });
  if (next)
    return (
      <TextLink
        to="/admin/fines/$fineId/update"
        params={{ fineId: next }}
        replace
        className="mt-5 print:hidden"
      >
        Next fine to look at
      </TextLink>
    );
  const isLast = proofs.length > 0 && status !== "Pending...";
  return isLast && <p className="mt-5 text-soft print:hidden">All looked at</p>;
}

const Details = ({ fine }: { fine: Fine }) => (
  <Section title="The fine" className="min-w-0">
    <div className="mt-3">
      <Facts
        facts={{
          "Fine Type": fine.type,
          "Room Number": fine.roomNo,
          "Date Issued": <Moment at={fine.issuedAt} />,
          "Due Date": <Day on={fine.dueDate} />,
          Reason: fine.reason,
        }}
      />
    </div>
  </Section>
);

/** The payment proofs the resident sent; admins look at them before they set Paid. */
function Proofs({ fineId }: { fineId: string }) {
  const [proofs] = api.admin.proofs.of.useSuspenseQuery({ fineId });
  return (
    <Section title="Payment proofs" className="min-w-0">
      {proofs.length === 0 ? (
        <EmptyState drawing="board">Nothing has been sent yet.</EmptyState>
      ) : (
        <AttachedFiles
          what="Proof"
          files={proofs}
          href={(id) => `/api/property/payment-proofs/${id}/file`}
        />
      )}
    </Section>
  );
}

function History({ fineId }: { fineId: string }) {
  const [steps] = api.admin.fineDecisions.history.useSuspenseQuery({ fineId });
  const [proofs] = api.admin.proofs.of.useSuspenseQuery({ fineId });
  return <FineHistory steps={steps} proofs={proofs} />;
}
