import { CircleAlert } from "lucide-react";
import { quotaInWords, wholeQuota } from "../../../server/features/units/schema.ts";

/** The sum of the PQs; marked while it is not that of a whole scheme. */
export const QuotaSum = ({ sum }: { sum: number }) => (
  <p className="mb-5 flex gap-2">
    {sum !== wholeQuota && (
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-notice" />
    )}
    {quotaInWords(sum)}
  </p>
);
