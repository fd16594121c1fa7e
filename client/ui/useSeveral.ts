import { useCallback, useState } from "react";

const nobody: ReadonlySet<string> = new Set();

/** Which rows of a list are chosen; null while nobody is choosing. */
export function useSeveral() {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  return {
    chosen,
    toggle,
    choose: (ids: readonly string[]) => setChosen(new Set(ids)),
    begin: () => setChosen(nobody),
    leave: () => setChosen(null),
  };
}
