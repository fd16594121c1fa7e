import { Printer } from "lucide-react";
import { type Answers, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { usePrintAlone } from "../../ui/usePrintAlone.tsx";

/** Prints a fine as a letter, to be put under a door. */
export function PrintFineNotice({ fine }: { fine: Answers["admin"]["fines"]["one"] }) {
  const { page, printNotice } = usePrintAlone();
  const load = async () => {
    const building = await utils.member.building.details.ensureData();
    const { FineNotice } = await import("./FineNotice.tsx");
    return <FineNotice fine={fine} building={building} />;
  };
  return (
    <>
      <QuietButton className="print:hidden" onClick={() => void printNotice(load)}>
        <Printer aria-hidden="true" className="size-5" />
        Print the notice
      </QuietButton>
      {page}
    </>
  );
}
