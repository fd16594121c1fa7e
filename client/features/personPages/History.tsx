import { Moment } from "../../ui/DateTime.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import type { Entry } from "../audit/words.ts";
import { Kept, Line } from "./Kept.tsx";
import { sayEntry } from "./words.ts";

/** The newest entries of the trail about a person. */
export const historyOf = (about: string) => ({ about, limit: 10 });

export const PersonHistory = ({ id, entries }: { id: string; entries: readonly Entry[] }) => (
  <Kept
    title="History"
    rows={entries}
    // Nobody counts the trail: a building has very many entries.
    count={0}
    empty="Nothing is noted about them."
    all={
      <TextLink to="/admin/audit" search={{ about: id }}>
        Everything noted about them
      </TextLink>
    }
  >
    {(entry) => (
      <Line when={<Moment at={entry.at} />}>
        <span className="wrap-anywhere">{sayEntry(entry)}</span>
      </Line>
    )}
  </Kept>
);
