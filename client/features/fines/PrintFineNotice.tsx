import { Printer } from "lucide-react";
import { type Answers, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { usePrintAlone } from "../../ui/usePrintAlone.tsx";

interface Props {
  fine: Answers["admin"]["fines"]["one"];
}

/** Prints a fine as a letter, to be put under a door. */
export function PrintFineNotice({ fine }: Props) {
  const { page, printNotice } = usePrintAlone();
  const load = async () => {
    const building = await utils.member.building.details.ensureData();
    const { FineNotice } = await import("./FineNotice.tsx");
    return <FineNotice fine={fine} building={building} />;
  };
  return (
    <>
      <Button kind="quiet" className="print:hidden" onClick={() => void printNotice(load)}>
        <Printer aria-hidden="true" className="size-5" />
        Print the notice
      </Button>
      {page}
    </>
  );
}
