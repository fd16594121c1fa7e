import { longDays, requestAges } from "../../../../server/features/maintenance/list.ts";
import { formatRand } from "../../../../server/platform/money/format.ts";
import { type Answers, api } from "../../../trpc.ts";
import { paperDay } from "../../../ui/days.ts";
import { counted } from "../../../ui/plural.ts";
import { BarChart, type ChartData, Stacks } from "./BarChart.tsx";
import { Picture } from "./Picture.tsx";

type Numbers = Answers["admin"]["dashboard"]["pictures"];

// They change with the day, not with the minute, and nobody waits for them.
const options = { staleTime: 60_000, trpc: { context: { alone: true } } };

/** Up to four charts of the building; a part of the dashboard that loads last. */
export default function Pictures() {
  const [numbers] = api.admin.dashboard.pictures.useSuspenseQuery(undefined, options);
  return (
    <>
      <div className="peer mt-4 grid grid-cols-1 gap-5 empty:hidden xl:grid-cols-2">
        <Fines months={numbers.months} />
        <Visits days={numbers.days} />
        <Requests requests={numbers.requests} />
        <Joined joined={numbers.joined} />
      </div>
      <p className="mt-2 hidden text-soft peer-empty:block">There is nothing to draw yet.</p>
    </>
  );
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** In rand without cents, which the axis has no room for. */
const shortRand = (cents: number) => formatRand(cents).replace(/\.00$/, "");

function Fines({ months }: Pick<Numbers, "months">) {
  const data: ChartData = {
    of: "Month",
    series: [
      { name: "Issued", colour: "bg-clay" },
      { name: "Collected", colour: "bg-fynbos", striped: true },
    ],
    places: months.map(({ month, issuedCents, paidCents }) => {
      const [, name = "", year = ""] = paperDay(month).split(" ");
      return { label: `${name} ${year}`, short: name, values: [issuedCents, paidCents] };
    }),
    say: shortRand,
  };
  const issued = sum(months.map(({ issuedCents }) => issuedCents));
  const paid = sum(months.map(({ paidCents }) => paidCents));
  if (issued + paid === 0) return null;
  return (
    <Picture
      title="Fines issued and collected"
      summary={`In twelve months fines of ${formatRand(issued)} were issued, and ${formatRand(paid)} was collected.`}
      data={data}
      Chart={BarChart}
    />
  );
}

function Visits({ days }: Pick<Numbers, "days">) {
  const data: ChartData = {
    of: "Day",
    series: [{ name: "Visitors", colour: "bg-fynbos" }],
    places: days.map(({ day, count }) => {
      const label = paperDay(day);
      return { label, short: label.slice(0, -5), values: [count] };
    }),
  };
  const all = sum(days.map(({ count }) => count));
  if (all === 0) return null;
  return (
    <Picture
      title="Visits by day"
      summary={`In thirty days ${counted(all, "visitor")} ${all === 1 ? "was" : "were"} signed in.`}
      data={data}
      Chart={BarChart}
    />
  );
}

const [first, second, third] = requestAges;

function Requests({ requests }: Pick<Numbers, "requests">) {
  const data: ChartData = {
    of: "Type",
    series: [
      { name: `Less than ${first} days`, colour: "bg-fynbos" },
      { name: `${first} to ${second - 1} days`, colour: "bg-fynbos", striped: true },
      { name: `${second} to ${third - 1} days`, colour: "bg-clay", striped: true },
      { name: `${third} days or more`, colour: "bg-clay" },
    ],
    places: requests.map(({ type, byAge }) => ({ label: type, short: type, values: byAge })),
  };
  const all = sum(requests.flatMap(({ byAge }) => byAge));
  const old = sum(requests.flatMap(({ byAge }) => byAge.slice(requestAges.indexOf(longDays) + 1)));
  if (all === 0) return null;
  return (
    <Picture
      title="Open requests by type and age"
      summary={`${counted(all, "request is", "requests are")} open, ${old} of them for ${longDays / 7} weeks or more.`}
      data={data}
      Chart={Stacks}
    />
  );
}

function Joined({ joined: { joined, invited, others } }: Pick<Numbers, "joined">) {
  const all = joined + invited + others;
  if (all === 0) return null;
  const data: ChartData = {
    of: "Who",
    series: [
      { name: "Have joined", colour: "bg-fynbos" },
      { name: "Have an invite", colour: "bg-fynbos", striped: true },
      { name: "Have none", colour: "bg-clay" },
    ],
    places: [{ label: "People", short: "All", values: [joined, invited, others] }],
  };
  return (
    <Picture
      title="Who has joined"
      summary={`${joined} of ${counted(all, "person has", "people have")} joined.`}
      data={data}
      Chart={Stacks}
    />
  );
}
