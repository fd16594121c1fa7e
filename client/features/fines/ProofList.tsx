import { Download } from "lucide-react";
import { type Answers, api } from "../../trpc.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Section } from "../../ui/Section.tsx";
import { sayBytes } from "../../ui/size.ts";
import { TextAnchor } from "../../ui/TextLink.tsx";

/** The payment proofs the resident sent; admins look at them before they set Paid. */
export function ProofList({ fineId }: { fineId: string }) {
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
