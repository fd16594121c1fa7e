import { api, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { Section } from "../../ui/Section.tsx";

export function RecentImports({ onTakenBack }: { onTakenBack: () => void }) {
  const { data } = api.admin.imports.begun.useQuery();
  const takeBack = api.admin.imports.takeBack.useMutation({
    onSuccess: async () => {
      onTakenBack();
      await utils.invalidate();
    },
  });
  const recent = data?.recent ?? [];
  const { stays = [] } = takeBack.data ?? {};
  if (recent.length === 0 && !takeBack.data) return null;
  return (
    <Section
      title="Imported lately"
      note="For a day after an import you can take it back."
      className="mt-8 max-w-3xl"
    >
      {takeBack.data && (
        <p role="status" className="mt-3 wrap-anywhere">
          The import was taken back.
          {stays.length > 0 && ` This was used since and stays: ${stays.join(", ")}.`}
        </p>
      )}
      <ul className="mt-3 grid gap-3">
        {recent.map(({ id, at, by }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-xl bg-surface p-4 ring-1 ring-line"
          >
            <span className="min-w-0 wrap-anywhere">
              <Moment at={at} />, {by ?? "at the shell"}
            </span>
            <ConfirmDialog
              trigger={<QuietButton small>Take back</QuietButton>}
              title="Take this import back?"
              action="Take it back"
              onConfirm={() => takeBack.mutateAsync({ importId: id })}
            >
              The units, people, owners and tenants that it added go, and what it changed becomes
              what it was before. Logins and printed invites of people it added go too if nobody has
              used them. What was used or changed since stays.
            </ConfirmDialog>
          </li>
        ))}
      </ul>
    </Section>
  );
}
