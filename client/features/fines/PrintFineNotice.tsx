import { Printer } from "lucide-react";
import { type Answers, showToast, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { usePrintAlone } from "../../ui/usePrintAlone.tsx";

interface Props {
  fine: Answers["admin"]["fines"]["one"];
}

/** Prints a fine as a letter, to be put under a door. */
export function PrintFineNotice({ fine }: Props) {
  const { page, print } = usePrintAlone();
  const press = async () => {
    try {
      const [{ FineNotice }, building] = await Promise.all([
        import("./FineNotice.tsx"),
        utils.member.building.details.ensureData(),
      ]);
      print(<FineNotice fine={fine} building={building} />);
    } catch {
      await showToast(
        "error",
        "The notice could not be printed. Check your connection and try again.",
      );
    }
  };
  return (
    <>
      <Button kind="quiet" className="print:hidden" onClick={() => void press()}>
        <Printer aria-hidden="true" className="size-5" />
        Print the notice
      </Button>
      {page}
    </>
  );
}
