import { api, utils } from "../trpc.ts";
import { BuildingPicture } from "./BuildingBranding.tsx";
import { sayLongDay, today } from "./days.ts";
import { usePrinting } from "./usePrinting.ts";

export const loadPaperHead = () => utils.member.building.details.ensureData();

export function PaperHead() {
  const [{ name }] = api.member.building.details.useSuspenseQuery();
  // Rendered again for printing, because the page may have been open since yesterday.
  usePrinting();
  return (
    <div className="mb-6 hidden items-center justify-between gap-6 border-b-2 pb-2 print:flex">
      <BuildingPicture className="size-12 rounded-lg" />
      <span className="grow text-lg font-semibold">{name}</span>
      <span className="whitespace-nowrap text-soft">Printed {sayLongDay(today())}</span>
    </div>
  );
}
