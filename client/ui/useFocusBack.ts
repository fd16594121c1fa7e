import { useEffect, useRef } from "react";

/** For what opens an edit in its own place: whoever leaves the edit is back on what they pressed. */
export function useFocusBack(editing: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current && !editing) opener.current?.focus();
    before.current = editing;
  }, [editing]);
  return opener;
}
