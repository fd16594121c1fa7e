const locale = "en-ZA";
const full = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
/** A day in full words, for papers: "3 December 2025". */
export const longDay = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "long",
  year: "numeric",
});
const month = new Intl.DateTimeFormat(locale, { month: "short" });
const dayMs = 86_400_000;

/** A day on paper, where "today" says nothing: "3 Dec 2025". ui/tokens.css puts it there in prints. */
export const onPaper = (at: Date): string =>
  `${at.getDate()} ${month.format(at)} ${at.getFullYear()}`;

/** When something was, as people say it: "today, 14:05", "3 Dec", "3 Dec 2025". */
export function sayMoment(at: Date, now: Date): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.floor((at.getTime() - midnight) / dayMs);
  const near = { [-1]: "yesterday", 0: "today", 1: "tomorrow" }[days];
  if (near) return `${near}, ${time.format(at)}`;
  return at.getFullYear() === now.getFullYear()
    ? `${at.getDate()} ${month.format(at)}`
    : onPaper(at);
}

/** An instant as people say it, the full date on hover. */
export const Moment = ({ at }: { at: string }) => {
  const date = new Date(at);
  return (
    <time dateTime={at} title={full.format(date)} data-print={onPaper(date)}>
      {sayMoment(date, new Date())}
    </time>
  );
};

/** A day, as people say it. */
export const Day = ({ on }: { on: string }) => {
  const date = new Date(`${on}T00:00`);
  return (
    <time
      dateTime={on}
      title={date.toLocaleDateString(locale, { dateStyle: "full" })}
      data-print={onPaper(date)}
    >
      {sayMoment(date, new Date()).replace(/, .*/, "")}
    </time>
  );
};
