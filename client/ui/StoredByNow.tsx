import { useRef, useState } from "react";

type Labels<Stored extends object> = Readonly<Partial<Record<keyof Stored & string, string>>>;

const shown = (value: unknown) => String(value ?? "");

/** Fetching again is not having seen what somebody else changed: only `show` is. */
export function useStored<Stored extends object>(loaded: Stored, labels: Labels<Stored>) {
  const [first] = useState(loaded);
  const [now, setNow] = useState(loaded);
  const fields = useRef<HTMLDivElement>(null);
  const show = (next: Stored) => {
    fillUntouched(fields.current, changedIn(labels, now, next));
    setNow(next);
  };
  return { first, now, fields, show };
}

export function changedIn<Stored extends object>(
  labels: Labels<Stored>,
  before: Stored,
  now: Stored,
) {
  return (Object.keys(labels) as (keyof Stored & string)[])
    .map((key) => ({ key, before: shown(before[key]), now: shown(now[key]) }))
    .filter((each) => each.before !== each.now);
}

/** Fills the fields that nobody has touched; the form hears of it, as others may depend on them. */
export function fillUntouched(
  fields: HTMLElement | null,
  changed: readonly { key: string; before: string; now: string }[],
): void {
  for (const { key, before, now } of changed) {
    const field = fields?.querySelector<HTMLInputElement>(`[name="${key}"]`);
    if (field?.value === before) field.value = now;
  }
  fields?.dispatchEvent(new Event("input", { bubbles: true }));
}

interface Props<Stored extends object> {
  labels: Labels<Stored>;
  first: Stored;
  now: Stored;
}

export function StoredByNow<Stored extends object>({ labels, first, now }: Props<Stored>) {
  const changed = changedIn(labels, first, now);
  if (changed.length === 0) return null;
  return (
    <div role="status" className="rounded-lg bg-fynbos-pale p-3">
      <p className="font-semibold">Stored by now:</p>
      <ul>
        {changed.map(({ key, now }) => (
          <li key={key}>{`${labels[key]}: ${now || "nothing"}`}</li>
        ))}
      </ul>
    </div>
  );
}
