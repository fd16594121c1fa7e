import { api } from "../../trpc.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { sayFullMoment } from "../../ui/days.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { Facts } from "../fines/Facts.tsx";
import { deedIn, fieldName, whereIn, whoIn } from "./columns.tsx";

export const oneOf = (entry: unknown) => ({ entry: Number(entry) || 0 });

/** One entry of the trail with all that it says. */
export function Entry({ number }: { number: number }) {
  const [entry] = api.admin.audit.entry.useSuspenseQuery(oneOf(number));
  const { actorId, subjectId } = entry;
  return (
    <>
      <PageHeader
        title={`Entry ${number}`}
        up={<TextLink to="/admin/audit">Audit trail</TextLink>}
        note={`${whoIn(entry)} ${deedIn(entry)}.`}
      />
      <Facts
        facts={{
          When: sayFullMoment(new Date(entry.at)),
          About: entry.about,
          From: whereIn(entry),
          Hash: <code className="text-sm wrap-anywhere">{entry.hash}</code>,
        }}
      />
      <section aria-labelledby="changes" className="mt-10 max-w-3xl">
        <h2 id="changes" className="text-xl">
          What changed
        </h2>
        {entry.erased && (
          <p className="mt-3">
            What stood here was erased, because it told of a person who was erased.
          </p>
        )}
        {!entry.erased && entry.changes.length === 0 && (
          <p className="mt-3 text-soft">Nothing more is noted of it.</p>
        )}
        <dl className="mt-3 divide-y divide-line border-y border-line empty:hidden">
          {entry.changes.map(({ field, before, after }) => (
            <div key={field} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[11rem_1fr_1fr]">
              <dt className="font-semibold">{fieldName(field)}</dt>
              <dd className="wrap-anywhere">
                <span className="block text-sm text-soft">Before</span>
                {before ?? "–"}
              </dd>
              <dd className="wrap-anywhere">
                <span className="block text-sm text-soft">After</span>
                {after ?? "–"}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="mt-8 flex flex-wrap gap-3 print:hidden">
        {subjectId && (
          <ButtonLink kind="quiet" to="/admin/audit" search={{ about: subjectId }}>
            All about this
          </ButtonLink>
        )}
        {actorId && (
          <ButtonLink kind="quiet" to="/admin/audit" search={{ who: actorId }}>
            All with {entry.who}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
