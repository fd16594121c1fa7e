import { FileDown } from "lucide-react";
import { Button } from "../../ui/Button.tsx";

/** Saves the units with their owners and tenants, as a list that the import takes back unchanged. */
export const ExportRegister = () => (
  <Button
    kind="quiet"
    onClick={() => {
      // A link outside the router, which the server answers with a file.
      Object.assign(document.createElement("a"), { href: "/api/register?format=xlsx" }).click();
    }}
  >
    <FileDown aria-hidden="true" className="size-5" />
    Save as a spreadsheet
  </Button>
);
