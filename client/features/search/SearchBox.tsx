import type { LinkProps } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { mostResults, ResultKind } from "../../../server/features/search/schema.ts";
import { type Answers, api } from "../../trpc.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextAnchor, TextLink } from "../../ui/TextLink.tsx";

/** The search begins once typing has paused this long, in ms. */
const restMs = 120;

/** As a type, because the schema would bring its library into the first load. */
const mostShown: typeof mostResults = 20;

interface Props {
  begin?: string;
  looking?: (q: string) => void;
  opened?: () => void;
}

/** The field and what it finds. Enter opens the first result; the arrows lead through them. */
export function SearchBox({ begin = "", looking, opened }: Props) {
  const [typed, setTyped] = useState(begin);
  const [q, setQ] = useState(begin);
  const box = useRef<HTMLElement>(null);
  const tell = useRef(looking);
  tell.current = looking;
  // Whoever comes here wants to type.
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  useEffect(() => {
    const rest = setTimeout(() => setQ(typed), restMs);
    return () => clearTimeout(rest);
  }, [typed]);
  useEffect(() => tell.current?.(q), [q]);

  const { data, error, isPlaceholderData, refetch } = api.admin.search.find.useQuery(
    { q },
    { placeholderData: (before) => before, enabled: q.trim() !== "" },
  );
  const answer = q.trim() === "" || error ? undefined : data;
  const isCut = answer?.length === mostShown;
  /** The text when Enter was pressed: its first result is opened as soon as it is found. */
  const entered = useRef<string>(null);
  useEffect(() => {
    if (!answer || isPlaceholderData || entered.current !== q) return;
    entered.current = null;
    linksIn(box.current)[0]?.click();
  }, [answer, isPlaceholderData, q]);

  const pressed = (event: KeyboardEvent) => {
    const links = linksIn(box.current);
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === "ArrowUp")
      (links[at - 1] ?? box.current?.querySelector("input"))?.focus();
    else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      const isFound = typed === q && answer && !isPlaceholderData;
      entered.current = isFound ? null : typed;
      if (isFound) links[0]?.click();
      else setQ(typed);
    } else return;
    event.preventDefault();
  };
  return (
    <search ref={box} onKeyDown={pressed}>
      <div className="max-w-3xl">
        <Field
          type="search"
          label="What are you looking for?"
          name="q"
          value={typed}
          onChange={({ target }) => {
            entered.current = null;
            setTyped(target.value);
          }}
        />
      </div>
      {error && <ErrorState error={error} retry={refetch} />}
      {answer?.length === 0 && <EmptyState>Nothing here has these words.</EmptyState>}
      <ul className="mt-4 max-w-3xl divide-y divide-line">
        {answer?.map((each) => (
          <li key={`${each.kind} ${each.id}`} className="flex items-baseline gap-4 py-1">
            <span className="w-20 shrink-0 text-sm text-soft">{kindWords[each.kind]}</span>
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-4">
              <Result {...each} opened={opened} />
              {each.detail && (
                <span className="min-w-0 text-sm text-soft wrap-anywhere">{each.detail}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className={isCut ? "mt-4 text-soft" : "sr-only"}>
        {isCut && `The first ${mostShown} are shown. Type more words to find others.`}
        {answer && !isCut && `${answer.length} found`}
      </p>
    </search>
  );
}

const linksIn = (box: HTMLElement | null) => [
  ...(box?.querySelectorAll<HTMLAnchorElement>("li a") ?? []),
];

type Found = Answers["admin"]["search"]["find"][number];

const kindWords: Readonly<Record<ResultKind, string>> = {
  person: "Person",
  unit: "Unit",
  fine: "Fine",
  request: "Request",
  paper: "Proof",
  screen: "Screen",
};

function Result({ kind, id, title, opened }: Found & Pick<Props, "opened">) {
  if (kind === "paper")
    return (
      <TextAnchor href={`/api/property/payment-proofs/${id}/file`} target="_blank" onClick={opened}>
        {title}
      </TextAnchor>
    );
  const places: Record<Exclude<ResultKind, "paper">, LinkProps> = {
    person: { to: "/admin/people/$personId", params: { personId: id } },
    unit: { to: "/admin/units/$unitId", params: { unitId: id } },
    fine: { to: "/admin/fines/$fineId/update", params: { fineId: id } },
    request: { to: "/admin/maintenance/$requestId", params: { requestId: id } },
    screen: { to: id as LinkProps["to"] },
  };
  return (
    <TextLink {...places[kind]} onClick={opened} className="line-clamp-2 wrap-anywhere">
      {title}
    </TextLink>
  );
}
