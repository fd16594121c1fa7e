import { type Answers, api } from "../../trpc.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { Warning } from "../../ui/Warning.tsx";

type Outage = NonNullable<Answers["member"]["notices"]["mine"][number]["outage"]>;

const words: Record<Outage["what"], string> = {
  Water: "No water",
  Electricity: "No electricity",
  Lift: "The lift does not work",
};

/** What does not work or will not, for whoever looks, with the notice that says so. */
export function useOutages() {
  const { data = [] } = api.member.notices.mine.useQuery();
  return data.flatMap(({ outage, isPlanned, ...notice }) =>
    outage && !isPlanned && !isOver(outage) ? { ...notice, outage } : [],
  );
}

export const isOver = ({ until }: Outage) => until !== null && Date.parse(until) <= Date.now();
export const hasBegun = ({ from }: Outage) => Date.parse(from) <= Date.now();

export const OutageWords = ({ outage }: { outage: Outage }) => (
  <>
    <b>{words[outage.what]}</b> {hasBegun(outage) ? "since" : "from"} <Moment at={outage.from} />
    {outage.until !== null && (
      <>
        {" "}
        until <Moment at={outage.until} />
      </>
    )}
  </>
);

/** On a dashboard, above all else. */
export const OutageBanner = () =>
  useOutages().map(({ id, outage, title, message }) => (
    <div key={id} className="mt-4 max-w-3xl">
      <Warning role="status">
        <OutageWords outage={outage} />. {title || message}
      </Warning>
    </div>
  ));
