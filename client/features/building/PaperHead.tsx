import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { api, utils } from "../../trpc.ts";
import { longDay } from "../../ui/Moment.tsx";

/** For the loader of a screen with the head. */
export const loadPaperHead = () => utils.member.building.details.ensureData();

/** On paper only, above what is printed: of which building it is, and of which day. */
export function PaperHead() {
  const [{ name }] = api.member.building.details.useSuspenseQuery();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    // The page may have been open since yesterday.
    const look = () => flushSync(() => setNow(new Date()));
    addEventListener("beforeprint", look);
    return () => removeEventListener("beforeprint", look);
  }, []);
  return (
    <div className="mb-6 hidden items-baseline justify-between gap-6 border-b-2 pb-2 print:flex">
      <span className="text-lg font-semibold">{name}</span>
      <span className="whitespace-nowrap text-soft">Printed {longDay.format(now)}</span>
    </div>
  );
}
