import { createFileRoute, type LinkProps } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import type { ResultKind } from "../../../server/features/search/schema.ts";
import { type Answers, api } from "../../trpc.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Field } from "../../ui/Field.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TextAnchor, TextLink } from "../../ui/TextLink.tsx";

export const Route = createFileRoute("/admin/search")({
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    q === undefined ? {} : { q: String(q) },
  staticData: { title: "Search" },
  component: Search,
});

/** The search begins once typing has paused this long, in ms. */
const restMs = 120;

function Search() {
  const { q = "" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const [typed, setTyped] = useState(q);
  const field = useRef<HTMLDivElement>(null);
  // Whoever comes here wants to type, also by Ctrl-K while it is open already.
  useEffect(() => field.current?.querySelector("input")?.focus(), []);
  useEffect(() => {
    if (typed === q) return;
    const search = typed === "" ? {} : { q: typed };
    const rest = setTimeout(() => void navigate({ search, replace: true }), restMs);
    return () => clearTimeout(rest);
  }, [typed, q, navigate]);
  const wanted = useDeferredValue(q);
  const { data, error, refetch } = api.admin.search.find.useQuery(
    { q: wanted },
    { placeholderData: (before) => before, enabled: wanted.trim() !== "" },
  );
  const found = wanted.trim() === "" || error ? [] : (data ?? []);
  return (
    <>
      <PageHeader
        title="Search"
        note="People, units, fines by their reference, requests, proofs of payment, and screens. Ctrl-K leads here from everywhere."
      />
      <div ref={field} className="max-w-xl">
        <Field
          type="search"
          label="What are you looking for?"
          name="q"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
        />
      </div>
      {error && <ErrorState error={error} retry={refetch} />}
      <p role="status" className="sr-only">
        {wanted && data && !error ? `${found.length} found` : ""}
      </p>
      {wanted.trim() !== "" && data && !error && found.length === 0 && (
        <EmptyState>Nothing here has these words.</EmptyState>
      )}
      <ul className="mt-4 max-w-3xl divide-y divide-line">
        {found.map((each) => (
          <li key={`${each.kind} ${each.id}`} className="flex items-baseline gap-4 py-1">
            <span className="w-20 shrink-0 text-sm text-soft">{kindWords[each.kind]}</span>
            <Result {...each} />
          </li>
        ))}
      </ul>
    </>
  );
}

type Found = Answers["admin"]["search"]["find"][number];

const kindWords: Readonly<Record<ResultKind, string>> = {
  person: "Person",
  unit: "Unit",
  fine: "Fine",
  request: "Request",
  paper: "Proof",
  screen: "Screen",
};

/** Where a result leads. A proof of payment is a file, which opens beside. */
function Result({ kind, id, title }: Found) {
  if (kind === "paper")
    return (
      <TextAnchor href={`/api/property/payment-proofs/${id}/file`} target="_blank">
        {title}
      </TextAnchor>
    );
  const places: Record<Exclude<ResultKind, "paper">, LinkProps> = {
    person: { to: "/admin/people/$personId", params: { personId: id } },
    unit: { to: "/admin/units/$unitId", params: { unitId: id } },
    fine: { to: "/admin/fines/$fineId/update", params: { fineId: id } },
    request: { to: "/admin/maintenance", search: { filter: title.slice(0, 60) } },
    screen: { to: id as LinkProps["to"] },
  };
  return (
    <TextLink {...places[kind]} className="line-clamp-2">
      {title}
    </TextLink>
  );
}
