import { api } from "../../trpc.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { Line, ShortList } from "../../ui/ShortList.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { sayEntry } from "./words.ts";

export const historyOf = (about: string) => ({ about, limit: 10 });

export function History({ about }: { about: string }) {
  const [{ rows }] = api.admin.audit.entries.useSuspenseQuery(historyOf(about));
  return (
    <ShortList
      title="History"
      rows={rows}
      // Nobody counts the trail: a building has very many entries.
      count={0}
      empty="Nothing is noted yet."
      all={
        <TextLink to="/admin/audit" search={{ about }}>
          All that is noted
        </TextLink>
      }
    >
      {(entry) => (
        <Line when={<Moment at={entry.at} />}>
          <span className="wrap-anywhere">{sayEntry(entry)}</span>
        </Line>
      )}
    </ShortList>
  );
}
