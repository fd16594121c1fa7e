import { dayOf, paperDay, sayDay, sayFullDay, sayFullMoment, sayMoment, today } from "./days.ts";

// ui/tokens.css prints `data-print` instead: "today" means nothing on paper tomorrow.

// `before` are words before it, which are there only with it.

export const Moment = ({ at, before }: { at: string; before?: string }) => {
  const date = new Date(at);
  return (
    <>
      {before}
      <time dateTime={at} title={sayFullMoment(date)} data-print={paperDay(dayOf(date))}>
        {sayMoment(date, new Date())}
      </time>
    </>
  );
};

export const Day = ({ on, before }: { on: string; before?: string }) => (
  <>
    {before}
    <time dateTime={on} title={sayFullDay(on)} data-print={paperDay(on)}>
      {sayDay(on, today())}
    </time>
  </>
);
