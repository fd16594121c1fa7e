import { api } from "../../trpc.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";

/** The visitors whose names will be deleted automatically within the next days. */
export function VisitorsGoing() {
  const [going] = api.admin.privacy.visitors.useSuspenseQuery();
  const { days, tonight, week, forgotten } = going;
  return (
    <Section title="Visitors">
      <p className="mt-1 max-w-2xl">
        Names and emails of visitors are erased {days} days after they were signed out. Only the
        visit itself is kept. Tonight this affects {counted(tonight, "visit")}, and within a week{" "}
        {counted(week, "visit")}.
      </p>
      {forgotten > 0 && (
        <p className="mt-2 max-w-2xl font-medium">
          {forgotten} {forgotten === 1 ? "visitor was" : "visitors were"} never signed out, although
          their last day was more than {days} days ago. Sign them out under Visitors.
        </p>
      )}
      {going.visits.length > 0 && (
        <details className="mt-3 max-w-2xl">
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-clay">
            Show who they are
          </summary>
          <ul className="divide-y divide-line border-y border-line">
            {going.visits.map(({ id, visitorName, visitorSurname, residentName, goesAt }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2">
                <span>
                  {visitorName} {visitorSurname}, with {residentName}
                </span>
                <span className="text-soft">
                  <Moment at={goesAt} />
                </span>
              </li>
            ))}
          </ul>
          {week > going.visits.length && <p className="mt-2 text-soft">And more.</p>}
        </details>
      )}
    </Section>
  );
}
