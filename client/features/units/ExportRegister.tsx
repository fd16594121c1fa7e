import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { saveFile } from "../../ui/saveFile.ts";

/** Saves the units with their owners and tenants, as a list that the import takes back unchanged. */
export function ExportRegister() {
  const save = useMutation({ mutationFn: saveFile });
  return (
    <>
      <Button
        kind="quiet"
        busy={save.isPending}
        onClick={() => !save.isPending && save.mutate({ address: "/api/register?format=xlsx" })}
      >
        <FileDown aria-hidden="true" className="size-5" />
        Save as a spreadsheet
      </Button>
      <Failure error={save.error} />
    </>
  );
}
