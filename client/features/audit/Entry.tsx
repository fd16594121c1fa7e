import { api } from "../../trpc.ts";
import { QuietLink } from "../../ui/Button.tsx";
import { sayFullMoment } from "../../ui/days.ts";
import { Facts } from "../../ui/Facts.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { Section } from "../../ui/Section.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import type { TrailSearch } from "./filter.ts";
import {
  type Entry as AuditEntry,
  actorOf,
  fieldName,
  originOf,
  personIn,
  valueIn,
} from "./words.ts";

export const oneOf = (entry: unknown) => ({ entry: Number(entry) || 0 });

export function Entry({ search }: { search: TrailSearch }) {
  const { entry: number, ...list } = search;
  const [entry] = api.admin.audit.entry.useSuspenseQuery(oneOf(number));
  const { actorId, subjectId, about } = entry;
  return (
    <>
      <PageHeader
        title={`Entry ${entry.id}`}
        up={
          <TextLink to="/admin/audit" search={list}>
            Audit trail
          </TextLink>
        }
        note={`${actorOf(entry)} ${entry.did}.`}
      />
      <Facts
        facts={{
          When: sayFullMoment(new Date(entry.at)),
          From: originOf(entry),
          Who: actorId && entry.who && <PersonLink id={actorId}>{entry.who}</PersonLink>,
          About: subjectId && <Named name={about ?? ""} id={subjectId} person={personIn(entry)} />,
        }}
      />
      <Section title="What changed" className="mt-10 max-w-3xl">
        <Changes entry={entry} />
      </Section>
      <div className="mt-8 flex flex-wrap gap-3 print:hidden">
        {subjectId && (
          <QuietLink to="/admin/audit" search={{ about: subjectId }}>
            All about this
          </QuietLink>
        )}
        {actorId && (
          <QuietLink to="/admin/audit" search={{ who: actorId }}>
            All with {entry.who}
          </QuietLink>
        )}
      </div>
      <p className="mt-8 text-sm text-soft wrap-anywhere">
        Check code of this entry, which changes if anybody changes the entry:{" "}
        <code>{entry.hash}</code>
      </p>
    </>
  );
}

const Named = ({ name, id, person }: { name: string; id: string; person?: string | null }) => (
  <>
    {person ? <PersonLink id={person}>{name}</PersonLink> : name}
    {name !== id && (
      <span className="block text-sm text-soft wrap-anywhere">
        Record <code>{id}</code>
      </span>
    )}
  </>
);

function Changes({ entry: { erased, changes, names } }: { entry: AuditEntry }) {
  if (erased)
    return (
      <p className="mt-3">
        What was written here was erased, because it was about a person who was erased.
      </p>
    );
  if (changes.length === 0) return <p className="mt-3 text-soft">Nothing more was recorded.</p>;
  const isNew = changes.every(({ before }) => before === null);
  const value = (field: string, stored: string | null) =>
    stored !== null && names[stored] ? (
      <Named name={names[stored]} id={stored} />
    ) : (
      valueIn(field, stored, names)
    );
  return (
    <dl className="mt-3 divide-y divide-line border-y border-line">
      {changes.map(({ field, before, after }) => (
        <div
          key={field}
          className={`grid gap-x-6 gap-y-1 py-3 ${isNew ? "sm:grid-cols-[11rem_1fr]" : "xs:grid-cols-2 sm:grid-cols-[11rem_1fr_1fr]"}`}
        >
          <dt className={`font-semibold ${isNew ? "" : "max-sm:col-span-full"}`}>
            {fieldName(field)}
          </dt>
          {!isNew && (
            <dd className="wrap-anywhere">
              <span className="block text-sm text-soft">Before</span>
              {value(field, before)}
            </dd>
          )}
          <dd className="wrap-anywhere">
            {!isNew && <span className="block text-sm text-soft">After</span>}
            {value(field, after)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
