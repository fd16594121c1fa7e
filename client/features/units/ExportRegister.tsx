import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import type { AsAtSearch } from "../../ui/asAtSearch.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { saveFile } from "../../ui/saveFile.ts";

/** Today's is a list that the import takes back unchanged. */
export function ExportRegister({ asAt }: AsAtSearch) {
  const save = useMutation({ mutationFn: saveFile });
  return (
    <>
      <QuietButton
        busy={save.isPending}
        onClick={() =>
          save.mutate({ address: `/api/register?format=xlsx${asAt ? `&asAt=${asAt}` : ""}` })
        }
      >
        <FileDown className="size-5" />
        Save as a spreadsheet
      </QuietButton>
      <Failure error={save.error} />
    </>
  );
}
