import { Link } from "@tanstack/react-router";

const kinds = [
  ["register", "People and units"],
  ["residents", "Residents"],
  ["staff", "Staff"],
  ["units", "Units"],
] as const;

/** The kinds of lists that can be imported, with the current one marked. */
export const ImportKinds = () => (
  <nav aria-label="What to import" className="mb-6 flex flex-wrap gap-2">
    {kinds.map(([kind, words]) => (
      <Link
        key={kind}
        to="/admin/import"
        search={{ kind }}
        activeOptions={{ includeSearch: true }}
        className="inline-flex min-h-11 items-center rounded-full px-4 font-semibold text-soft ring-1 ring-inset ring-edge hover:bg-sunken aria-[current=page]:bg-fynbos-pale aria-[current=page]:text-ink"
      >
        {words}
      </Link>
    ))}
  </nav>
);
