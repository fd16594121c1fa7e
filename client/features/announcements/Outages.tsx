import { useEffect, useReducer } from "react";
import { outageWords } from "../../../server/features/announcements/words.ts";
import { type Answers, api } from "../../trpc.ts";
import { paperSpan, saySpan } from "../../ui/days.ts";
import { Warning } from "../../ui/Warning.tsx";

type Outage = NonNullable<Answers["member"]["notices"]["mine"][number]["outage"]>;

/** The present and coming outages, as the notices for the reader say them. */
export function useOutages() {
  const { data = [] } = api.member.notices.mine.useQuery();
  useTimesOf(data.map(({ outage }) => outage));
  return data.flatMap(({ outage, isPlanned, ...notice }) =>
    outage && !isPlanned && !isOver(outage) ? { ...notice, outage } : [],
  );
}

/** The longest that a timer of a browser waits; a longer one would end at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Renders again when the next of these outages begins or ends, because nothing else happens then. */
export function useTimesOf(outages: readonly (Outage | null)[]): void {
  const [, again] = useReducer((times: number) => times + 1, 0);
  // At each render, so that the time after this one is waited for too.
  useEffect(() => {
    const times = outages.flatMap((outage) => (outage ? [outage.from, outage.until ?? ""] : []));
    const left = times.map((at) => Date.parse(at) - Date.now()).filter((ms) => ms > 0);
    if (left.length === 0) return undefined;
    const timer = setTimeout(again, Math.min(...left, longestTimerMs));
    return () => clearTimeout(timer);
  });
}

export const isOver = ({ until }: Outage) => until !== null && Date.parse(until) <= Date.now();
export const hasBegun = ({ from }: Outage) => Date.parse(from) <= Date.now();

export function OutageWords({ outage }: { outage: Outage }) {
  const from = new Date(outage.from);
  const until = outage.until === null ? null : new Date(outage.until);
  return (
    <>
      <b>{outageWords[outage.what]}</b> {hasBegun(outage) ? "since" : "from"}{" "}
      <time data-print={paperSpan(from, until)}>{saySpan(from, until)}</time>
    </>
  );
}

/** On a dashboard, above all else; what more there is to say is in the notice. */
export const OutageBanner = () =>
  useOutages()
    .sort((one, other) => one.outage.from.localeCompare(other.outage.from))
    .map(({ id, outage }) => (
      <div key={id} className="mt-4 max-w-3xl">
        <Warning role="status">
          <OutageWords outage={outage} />
        </Warning>
      </div>
    ));
