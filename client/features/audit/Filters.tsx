import { useNavigate } from "@tanstack/react-router";
import { memo } from "react";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { today } from "../../ui/days.ts";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import type { TrailSearch } from "./filter.ts";
import { auditActions } from "./words.ts";

interface Props {
  search: TrailSearch;
  /** The name of the single thing that the trail is filtered by. */
  about: string | null | undefined;
}

/**
 * The filters of the trail. They are in the URL, so that people can share them and go back to them.
 * Memoized, because fetching older entries should not render them again: a large building has
 * thousands of people to choose from.
 */
export const Filters = memo(function Filters({ search, about }: Props) {
  const [{ people }] = api.admin.audit.about.useSuspenseQuery();
  const navigate = useNavigate();
  const narrow = (more: TrailSearch) =>
    void navigate({ to: "/admin/audit", search: { ...search, ...more }, resetScroll: false });
  const isNarrowed = Object.values(search).some(Boolean);
  return (
    <search
      aria-label="Audit trail"
      className="mb-5 grid grid-cols-2 items-end gap-3 *:min-w-0 max-xs:*:col-span-2 max-lg:*:nth-[-n+2]:col-span-2 lg:grid-cols-[1fr_1fr_11rem_auto] print:hidden"
    >
      <SelectField
        label="Person"
        name="who"
        placeholder="Everybody"
        value={search.who ?? ""}
        options={people.map(({ id, name }) => [id, name])}
        onChange={({ target: { value } }) => narrow({ who: value || undefined })}
      />
      <SelectField
        label="What happened"
        name="action"
        placeholder="Everything"
        value={search.action ?? ""}
        options={Object.entries(auditActions)}
        onChange={({ target: { value } }) => narrow({ action: value || undefined })}
      />
      <DateField
        label="Day"
        name="day"
        max={today()}
        value={search.day ?? ""}
        onChange={({ target: { value } }) => narrow({ day: value || undefined })}
      />
      {isNarrowed && (
        <Button kind="quiet" onClick={() => void navigate({ to: "/admin/audit", search: {} })}>
          Show everything
        </Button>
      )}
      {search.about && (
        <p className="col-span-full text-soft">
          Only entries about {about ?? "the one thing you chose"}.
        </p>
      )}
    </search>
  );
});
