import { createFileRoute } from "@tanstack/react-router";
import { formatRand } from "../../../../server/platform/money/format.ts";
import { type Answers, api, utils } from "../../../trpc.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { Day, Moment } from "../../../ui/DateTime.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Section } from "../../../ui/Section.tsx";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { TextAnchor, TextLink } from "../../../ui/TextLink.tsx";
import { whose } from "../../../ui/tableSearch.ts";
import { Warning } from "../../../ui/Warning.tsx";
import type { Fine } from "../columns.tsx";
import { EvidencePhotos } from "../Evidence.tsx";
import { FineHistory } from "../FineHistory.tsx";
import { IfNotRight } from "../IfNotRight.tsx";
import { HowToPay } from "./HowToPay.tsx";
import { ProofForm } from "./ProofForm.tsx";

interface Search extends ReturnType<typeof whose> {
  fineId?: string | undefined;
}
const one = ({ fineId = "", profileId }: Search) => ({ fineId, profileId });

export const Route = createFileRoute("/resident/reports/fines/payment-upload")({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...whose(search),
    fineId: search.fineId === undefined ? undefined : String(search.fineId),
  }),
  staticData: { title: "Pay a fine" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    deps.fineId
      ? Promise.all([
          utils.resident.fines.one.ensureData(one(deps)),
          utils.resident.fines.howToPay.ensureData(one(deps)),
          utils.resident.proofs.of.ensureData(one(deps)),
          utils.resident.evidence.of.ensureData(one(deps)),
          utils.resident.fineDecisions.history.ensureData(one(deps)),
        ])
      : null,
  component: PaymentUpload,
});

function PaymentUpload() {
  const search = Route.useSearch();
  if (search.fineId) return <Pay search={search} fineId={search.fineId} />;
  return (
    <>
      <PageHeader title="Pay a fine" note="No fine is chosen. Choose one from the list." />
      <ButtonLink to="/resident/reports/fines">Choose a fine</ButtonLink>
    </>
  );
}

function Pay({ search, fineId }: { search: Search; fineId: string }) {
  const [fine] = api.resident.fines.one.useSuspenseQuery(one(search));
  const [pay] = api.resident.fines.howToPay.useSuspenseQuery(one(search));
  const [proofs] = api.resident.proofs.of.useSuspenseQuery(one(search));
  const [steps] = api.resident.fineDecisions.history.useSuspenseQuery(one(search));
  const [photos] = api.resident.evidence.of.useSuspenseQuery(one(search));
  const owed = fine.status !== "Paid" && fine.status !== "Withdrawn";
  return (
    <>
      <PageHeader
        up={
          <TextLink to="/resident/reports/fines" search={{ profileId: search.profileId }}>
            All fines
          </TextLink>
        }
        title={`${formatRand(fine.amountCents)} for ${fine.type}`}
        note={
          <>
            {fine.reason}
            <br />
            Issued <Moment at={fine.issuedAt} />, due <Day on={fine.dueDate} />
          </>
        }
      >
        <StatusBadge status={fine.status} />
      </PageHeader>
      <div className="grid grid-cols-1 gap-x-14 gap-y-10 lg:grid-cols-2">
        {owed ? (
          <ToPay fine={fine} pay={pay} hasProof={proofs.length > 0} />
        ) : (
          <NothingToPay fine={fine} />
        )}
        {(owed || proofs.length > 0) && (
          <Section title="Payment proofs">
            <Proofs proofs={proofs} />
            {owed && <ProofForm fineId={fineId} />}
          </Section>
        )}
        {photos.length > 0 && (
          <Section title="Photos of what happened" className="min-w-0">
            <EvidencePhotos photos={photos} />
          </Section>
        )}
        <FineHistory steps={steps} proofs={proofs} />
      </div>
    </>
  );
}

interface ToPayProps {
  fine: Fine;
  pay: Answers["resident"]["fines"]["howToPay"];
  hasProof: boolean;
}

/** Nobody pays twice: the bank details are folded away while a payment is looked at. */
function ToPay({ fine, pay, hasProof }: ToPayProps) {
  if (fine.status === "Pending...")
    return (
      <Section title={hasProof ? "We have your proof" : "Your payment is being looked at"}>
        <p className="mt-2 mb-4 max-w-md">
          An admin compares it with the bank. If something is missing, you read it here. You need
          not do anything now.
        </p>
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-clay">
            Bank details and reference
          </summary>
          <HowToPay pay={pay} />
        </details>
      </Section>
    );
  return (
    <div className="grid content-start gap-6">
      {fine.turnedDownReason && (
        <Warning role="status">
          <b>Your proof was not enough.</b> {fine.turnedDownReason}
        </Warning>
      )}
      {/* Programs may set a fine back to Unpaid without a reason. */}
      {hasProof && !fine.turnedDownReason && (
        <Warning role="status">Your proof was not accepted. Ask an admin why.</Warning>
      )}
      <HowToPay pay={pay} />
      <IfNotRight dueDate={fine.dueDate} />
    </div>
  );
}

function NothingToPay({ fine }: { fine: Fine }) {
  if (fine.status === "Paid") return <p>This fine is paid. There is nothing more to do.</p>;
  return (
    <Section title="Withdrawn">
      <p className="mt-2 max-w-xl break-words whitespace-pre-line">{fine.withdrawnReason}</p>
      <p className="mt-1 text-soft">You do not owe this fine. There is nothing to pay.</p>
    </Section>
  );
}

function Proofs({ proofs }: { proofs: Answers["resident"]["proofs"]["of"] }) {
  if (proofs.length === 0)
    return (
      <p className="mt-3 mb-4 text-soft">None yet. Upload the bank's proof of your payment here.</p>
    );
  return (
    <ul className="mt-3 mb-5 max-w-md divide-y divide-line border-y border-line">
      {proofs.map(({ id, fileName, addedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
          <TextAnchor
            href={`/api/property/payment-proofs/${id}/file`}
            download={fileName}
            className="min-w-0 break-all"
          >
            {fileName}
          </TextAnchor>
          <span className="text-sm text-soft">
            <Moment at={addedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
