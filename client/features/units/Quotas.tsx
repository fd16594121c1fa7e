import { CircleAlert } from "lucide-react";
import { Fragment } from "react";
import {
  formatQuota,
  isWhole,
  quotaInWords,
} from "../../../server/features/units/quotas/schema.ts";
import type { Answers } from "../../trpc.ts";
import { Period } from "./Parties.tsx";

type Quota = Answers["admin"]["units"]["one"]["quotas"][number];

export const Quotas = ({ quotas }: { quotas: readonly Quota[] }) =>
  quotas.length === 0 ? (
    <p className="mt-2 text-soft">No quota is entered yet.</p>
  ) : (
    <dl className="mt-3 grid max-w-3xl grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {quotas.map(({ quota, since, paper }) => (
        <Fragment key={since}>
          <dt className="font-semibold tabular-nums">{formatQuota(quota)} %</dt>
          <dd>
            <Period since={since} until={null} />
            {paper && `, ${paper}`}
          </dd>
        </Fragment>
      ))}
    </dl>
  );

export const QuotaSum = ({ sum, units }: { sum: number; units: number }) => (
  <p className="mb-5 flex gap-2">
    {!isWhole(sum, units) && <CircleAlert className="mt-0.5 size-5 shrink-0 text-notice" />}
    {quotaInWords(sum, units)}
  </p>
);
