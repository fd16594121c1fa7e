import { FileUp } from "lucide-react";
import type { Kind } from "../../../server/features/spreadsheet/imports/schema.ts";
import { ButtonLink } from "../../ui/Button.tsx";

/** A link from a list to its import from a file. */
export const ImportLink = ({ kind }: { kind: Kind | "register" }) => (
  <ButtonLink kind="quiet" to="/admin/import" search={{ kind }}>
    <FileUp aria-hidden="true" className="size-5" />
    Import from a spreadsheet
  </ButtonLink>
);
