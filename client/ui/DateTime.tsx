import { dayOf, paperDay, sayDay, sayFullDay, sayFullMoment, sayMoment, today } from "./days.ts";

// ui/tokens.css prints `data-print` instead: "today" means nothing on paper tomorrow.

export const Moment = ({ at }: { at: string }) => {
  const date = new Date(at);
  return (
    <time dateTime={at} title={sayFullMoment(date)} data-print={paperDay(dayOf(date))}>
      {sayMoment(date, new Date())}
    </time>
  );
};

export const Day = ({ on }: { on: string }) => (
  <time dateTime={on} title={sayFullDay(on)} data-print={paperDay(on)}>
    {sayDay(on, today())}
  </time>
);
