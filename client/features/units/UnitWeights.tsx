import { formatWeight } from "../../../server/features/units/weights/schema.ts";
import type { Answers } from "../../trpc.ts";
import { Day } from "../../ui/DateTime.tsx";

type Weight = Answers["admin"]["units"]["one"]["weights"][number];

const forWords = { levies: "for levies", votes: "for votes" };

/** A unit's weights under rules of the scheme, the latest first. */
export const UnitWeights = ({ weights }: { weights: readonly Weight[] }) =>
  weights.length === 0 ? (
    <p className="mt-2 text-soft">None: levies and votes go by participation quota.</p>
  ) : (
    <ul className="mt-1 max-w-3xl divide-y divide-line">
      {weights.map(({ use, weight, rule, certificateOn }) => (
        <li key={`${use} ${certificateOn}`} className="py-2">
          <span className="font-semibold tabular-nums">
            {weight === null ? "By quota again" : formatWeight(weight)}
          </span>{" "}
          {forWords[use]}
          <span className="text-soft">
            {" · since "}
            <Day on={certificateOn} />, {rule}
          </span>
        </li>
      ))}
    </ul>
  );
