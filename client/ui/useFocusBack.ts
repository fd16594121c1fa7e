import { useEffect, useRef } from "react";

/** For a button that an edit form replaces: closing the form returns the focus to the button. */
export function useFocusBack(editing: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current && !editing) opener.current?.focus();
    before.current = editing;
  }, [editing]);
  return opener;
}
