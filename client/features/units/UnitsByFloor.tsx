import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleDashed, CircleDot, type LucideIcon, Wallet } from "lucide-react";
import { type ReactNode, useId } from "react";
import { floorInWords } from "../../../server/features/units/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api } from "../../trpc.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { counted } from "../../ui/plural.ts";
import {
  type Floor,
  floorsOf,
  type Look,
  lookNames,
  lookOf,
  lookWords,
  type UnitState,
  unitInWords,
} from "./floors.ts";

const looks: Readonly<Record<Look, readonly [icon: LucideIcon, colours: string, text: string]>> = {
  owes: [Wallet, "border-danger bg-danger-pale", "text-danger"],
  open: [CircleDot, "border-notice bg-surface", "text-notice"],
  clear: [CircleCheck, "border-fynbos bg-fynbos-pale", "text-fynbos"],
  empty: [CircleDashed, "border-edge border-dashed bg-sunken", "text-soft"],
};

export function UnitsByFloor() {
  const [units] = api.admin.unitStates.all.useSuspenseQuery();
  if (units.length === 0) return <EmptyState drawing="door">No units yet</EmptyState>;
  const { floors, fromDoors } = floorsOf(units);
  const known = floors.filter(({ floor }) => floor !== null);
  const others = floors.filter(({ floor }) => floor === null);
  return (
    <>
      <Legend units={units} />
      {known.length > 0 && <House floors={known} />}
      {fromDoors > 0 && (
        <p className="mt-4 max-w-2xl text-soft">
          {counted(fromDoors, "unit has its", "units have their")} floor from the number on the
          door, such as 204 on floor 2. If that is wrong, change the unit and enter its floor.
        </p>
      )}
      {others.map((floor) => (
        <div key="others" className="mt-8">
          <FloorOf {...floor} />
          <p className="mt-3 max-w-2xl text-soft">
            To see these in the building, open a unit, choose “Change the unit” and enter its floor.
          </p>
        </div>
      ))}
    </>
  );
}

const House = ({ floors }: { floors: readonly Floor[] }) => (
  <div className="w-fit max-w-full">
    <Roof />
    <div className="mx-0.5 grid divide-y-2 divide-brick/30 border-x-4 border-brick bg-wall sm:mx-3 print:border-4">
      {floors.map((floor) => (
        <FloorOf key={floor.floor} {...floor} inHouse />
      ))}
    </div>
    <div aria-hidden="true" className="h-2.5 rounded-t bg-brick print:hidden" />
    <div aria-hidden="true" className="mx-auto h-1 w-[96%] bg-fynbos print:hidden" />
  </div>
);

const Roof = () => (
  <div className="relative print:hidden">
    <svg
      viewBox="0 0 400 60"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-16 w-full"
    >
      <path d="M328 40V4h20v36" className="fill-brick" />
      <path d="M0 60 28 20h344l28 40z" className="fill-brick" />
    </svg>
    <svg
      viewBox="0 0 120 60"
      aria-hidden="true"
      className="absolute bottom-0 left-1/2 h-16 -translate-x-1/2"
    >
      <path
        d="M8 60V42c13 0 15-7 18-13 3-7 7-8 10-14C41 6 49 2 60 2s19 4 24 13c3 6 7 7 10 14 3 6 5 13 18 13v18z"
        className="fill-wall stroke-brick"
        strokeWidth="3"
      />
      <circle cx="60" cy="30" r="9" className="fill-fynbos-pale stroke-brick" strokeWidth="3" />
    </svg>
  </div>
);

function FloorOf({ floor, units, inHouse = false }: Floor & { inHouse?: boolean }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`break-inside-avoid ${inHouse ? "p-2 sm:p-3" : ""}`}>
      <h2 id={id} className="mb-2 text-sm">
        {floor === null ? "Floor not given" : floorInWords(floor)}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {units.map((unit) => (
          <Window key={unit.id} unit={unit} />
        ))}
      </ul>
    </section>
  );
}

function Window({ unit }: { unit: UnitState }) {
  const { id, label, owedCents, openRequests } = unit;
  const look = lookOf(unit);
  const [, colours] = looks[look];
  return (
    <li className="flex">
      <Link
        to="/admin/units/$unitId"
        params={{ unitId: id }}
        className={`flex min-h-18 w-[5.4rem] flex-col gap-0.5 rounded-t-xl rounded-b-sm border-2 border-b-4 px-1 py-1.5 hover:brightness-95 ${colours}`}
      >
        <span className="sr-only">{unitInWords(unit)}</span>
        <span aria-hidden="true" className="text-sm leading-tight font-semibold wrap-anywhere">
          {label}
        </span>
        <span aria-hidden="true" className="mt-auto grid gap-0.5">
          {owedCents > 0 && <Sign look="owes">{breakable(owedCents)}</Sign>}
          {openRequests > 0 && <Sign look="open">{openRequests} open</Sign>}
          {look === "clear" && <Sign look="clear">Clear</Sign>}
          {look === "empty" && <Sign look="empty">Empty</Sign>}
        </span>
      </Link>
    </li>
  );
}

/** An amount that breaks between thousands, where a window is too narrow for it. */
const breakable = (cents: number) => formatRand(cents).replaceAll("\u00a0", " ");

function Sign({ look, children }: { look: Look; children: ReactNode }) {
  const [Icon, , text] = looks[look];
  return (
    <span className={`flex items-start gap-0.5 text-xs leading-tight font-semibold ${text}`}>
      <Icon className="size-3.5 shrink-0" />
      <span className="min-w-0 tracking-tight wrap-anywhere tabular-nums">{children}</span>
    </span>
  );
}

const Legend = ({ units }: { units: readonly UnitState[] }) => (
  <ul aria-label="What the windows mean" className="mb-5 flex flex-wrap gap-x-6 gap-y-2">
    {lookNames.map((look) => {
      const [Icon, colours, text] = looks[look];
      const count = units.filter((unit) => lookOf(unit) === look).length;
      if (count === 0) return null;
      return (
        <li key={look} className="flex items-center gap-2 text-sm">
          <span
            aria-hidden="true"
            className={`grid size-7 shrink-0 place-items-center rounded-t-md border-2 ${colours} ${text}`}
          >
            <Icon className="size-4" />
          </span>
          <span>
            {lookWords[look]} <span className="font-semibold tabular-nums">{count}</span>
          </span>
        </li>
      );
    })}
  </ul>
);
