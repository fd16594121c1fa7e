import { useRef, useState } from "react";

/** The fields of a form that are stored together, with their labels. */
type Labels<Stored extends object> = Readonly<Partial<Record<keyof Stored & string, string>>>;

/** A stored value as its field shows it. */
const shown = (value: unknown) => String(value ?? "");

/**
 * The values that a form began with, and those that are stored by now. Fetching again must not pass for
 * having seen what somebody else has changed, so it stays as it was until `show` is called with what is
 * there now.
 */
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

function changedIn<Stored extends object>(labels: Labels<Stored>, before: Stored, now: Stored) {
  return (Object.keys(labels) as (keyof Stored & string)[])
    .map((key) => ({ key, before: shown(before[key]), now: shown(now[key]) }))
    .filter((each) => each.before !== each.now);
}

/**
 * Puts what is stored by now into the fields that nobody has touched; what was typed stays. The form
 * hears of it, because fields may depend on others.
 */
function fillUntouched(
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

/** The changes by somebody else since the form was opened. */
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
