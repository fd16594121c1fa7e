import { Printer } from "lucide-react";
import { client } from "../../../trpc.ts";
import { QuietButton } from "../../../ui/Button.tsx";
import { usePrintAlone } from "../../../ui/usePrintAlone.tsx";

/** The list for when the power is off. It shows on paper only, because it has every code. */
export function PrintList() {
  const { page, printNotice } = usePrintAlone();
  const load = async () => (
    <pre className="font-mono text-xs whitespace-pre-wrap">
      {await client.gate.visits.paper.query()}
    </pre>
  );
  return (
    <>
      <QuietButton onClick={() => void printNotice(load)}>
        <Printer className="size-5" />
        Print for a power cut
      </QuietButton>
      {page}
    </>
  );
}
