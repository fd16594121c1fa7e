import { CircleCheck, CircleDot, CircleSlash, CircleX, Clock, Wallet } from "lucide-react";
import type { NoticeState } from "../../server/features/changes/notices/schema.ts";
import type { FineState } from "../../server/features/fines/schema.ts";
import type { MaintenanceStatus } from "../../server/features/maintenance/schema.ts";
import { IconText } from "./IconText.tsx";

const looks = {
  Open: [CircleDot, "text-notice border-notice"],
  Closed: [CircleCheck, "text-fynbos border-fynbos"],
  Unpaid: [Wallet, "text-danger border-danger"],
  "Pending...": [Clock, "text-notice border-notice border-dashed"],
  Paid: [CircleCheck, "text-fynbos border-fynbos"],
  Waiting: [Clock, "text-notice border-notice"],
  Confirmed: [CircleCheck, "text-fynbos border-fynbos"],
  Refused: [CircleX, "text-danger border-danger"],
  Withdrawn: [CircleSlash, "text-soft border-edge border-dotted"],
} as const satisfies Record<FineState | MaintenanceStatus | NoticeState, unknown>;

/** A status as icon, word and colour together, so that nobody depends on only one of them. */
export function StatusBadge({ status }: { status: keyof typeof looks }) {
  const [icon, look] = looks[status];
  return (
    <IconText
      icon={icon}
      className={`rounded-full border px-2.5 py-0.5 text-sm font-semibold ${look}`}
    >
      {status}
    </IconText>
  );
}
