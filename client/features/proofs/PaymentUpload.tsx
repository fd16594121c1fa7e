import { createFileRoute } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { maxProofBytes, proofTypes } from "../../../server/features/proofs/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api, utils } from "../../trpc.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { named, whose } from "../../ui/tableSearch.ts";
import { upload } from "./upload.ts";

interface Search extends ReturnType<typeof whose> {
  fineId?: string | undefined;
}
const one = ({ fineId = "", profileId }: Search) => ({ fineId, ...named({ profileId }) });

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
        ])
      : null,
  component: PaymentUpload,
});

function PaymentUpload() {
  const search = Route.useSearch();
  if (search.fineId) return <Pay search={search} fineId={search.fineId} />;
  return (
    <>
      <PageHeader title="Pay a fine" note="This address names no fine. Choose one from the list." />
      <ButtonLink to="/resident/reports/fines">Choose a fine</ButtonLink>
    </>
  );
}

function Pay({ search, fineId }: { search: Search; fineId: string }) {
  const [fine] = api.resident.fines.one.useSuspenseQuery(one(search));
  const [pay] = api.resident.fines.howToPay.useSuspenseQuery(one(search));
  const [proofs] = api.resident.proofs.of.useSuspenseQuery(one(search));
  return (
    <>
      <PageHeader title={`Pay ${formatRand(fine.amountCents)}`} note={fine.reason}>
        <StatusBadge status={fine.status} />
      </PageHeader>
      <p>
        Pay with the reference <strong>{pay.reference}</strong>
        {pay.bankDetails
          ? ` to ${pay.bankDetails.accountHolder}, ${pay.bankDetails.bank}, account ${pay.bankDetails.accountNumber}, branch ${pay.bankDetails.branchCode}.`
          : ". Ask an admin where to: the bank details are not set yet."}
      </p>
      <ul className="my-4">
        {proofs.map(({ id, fileName }) => (
          <li key={id}>
            <a href={`/api/property/payment-proofs/${id}/file`}>{fileName}</a>
          </li>
        ))}
      </ul>
      <ProofForm fineId={fineId} />
    </>
  );
}

function ProofForm({ fineId }: { fineId: string }) {
  const cache = api.useUtils();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get("file");
    if (busy || !(file instanceof File) || file.size === 0) return;
    setBusy(true);
    setFailure(await upload(fineId, file));
    setBusy(false);
    await cache.resident.invalidate();
  };
  return (
    <form onSubmit={send} className="grid max-w-md gap-4">
      <label className="font-semibold">
        Proof of payment
        <input
          type="file"
          name="file"
          accept={Object.keys(proofTypes).join()}
          className="mt-1.5 block min-h-12 w-full font-normal"
        />
      </label>
      <p className="text-sm text-soft">A PDF or a photo, up to {maxProofBytes / 1024 / 1024} MB.</p>
      {failure && (
        <p role="alert" className="font-medium text-danger">
          {failure}
        </p>
      )}
      <Button type="submit" busy={busy}>
        Upload file
      </Button>
    </form>
  );
}
