import { type Answers, api, utils } from "../../trpc.ts";
import { Day } from "../../ui/DateTime.tsx";
import { EndDay } from "../../ui/EndDay.tsx";
import { areaWords, rightWords } from "./words.ts";

type Area = Answers["admin"]["units"]["one"]["areas"][number];

/** Parking bays, store rooms and gardens of a unit, with the right they come from. */
export const Areas = ({ areas }: { areas: readonly Area[] }) =>
  areas.length === 0 ? (
    <p className="mt-2 text-soft">None is entered.</p>
  ) : (
    <ul className="mt-1 max-w-3xl divide-y divide-line">
      {areas.map((area) => (
        <li key={area.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <div className="min-w-0 grow">
            <p className="font-semibold">
              {areaWords[area.kind]} {area.label}
            </p>
            <p className="text-soft">
              {[rightWords[area.right], area.reference, area.floorArea && `${area.floorArea} m²`]
                .filter(Boolean)
                .join(", ")}
              {area.since && (
                <>
                  {" · since "}
                  <Day on={area.since} />
                </>
              )}
              {area.until && (
                <>
                  {" · until "}
                  <Day on={area.until} />
                </>
              )}
            </p>
          </div>
          {area.until === null && <EndArea {...area} />}
        </li>
      ))}
    </ul>
  );

const endingSchema = async () =>
  (await import("../../../server/features/units/areas/schema.ts")).areaEnding;

/** Enters the last day of the use of an area. */
function EndArea({ id, kind, label }: Area) {
  const send = api.admin.areas.end.useMutation({
    onSuccess: () => utils.admin.units.invalidate(),
  });
  const what = `${areaWords[kind]} ${label}`;
  return (
    <div className="print:hidden">
      <EndDay
        which={what}
        title={`${what}: the unit’s until when?`}
        schema={endingSchema}
        send={send}
        also={{ areaId: id }}
      />
    </div>
  );
}
