import { CircleAlert } from "lucide-react";
import { isWhole, quotaInWords } from "../../../server/features/units/quotas/schema.ts";

/** The sum of the PQs; marked while it is not that of a whole scheme. */
export const QuotaSum = ({ sum, units }: { sum: number; units: number }) => (
  <p className="mb-5 flex gap-2">
    {!isWhole(sum, units) && (
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-notice" />
    )}
    {quotaInWords(sum, units)}
  </p>
);
