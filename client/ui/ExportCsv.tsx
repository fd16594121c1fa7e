import { Menu } from "@base-ui/react/menu";
import { FileDown } from "lucide-react";
import { documentSaved } from "../texts.ts";
import { showToast, utils } from "../trpc.ts";
import { fileDay } from "./AsAt.tsx";
import { Button } from "./Button.tsx";
import type { Column } from "./column.ts";
import { csvOf, csvRows, type Separator, saveCsv } from "./csv.ts";
import { fileNameOf } from "./fileName.ts";
import { MenuBox, menuItem } from "./MenuBox.tsx";
import { type OnProgress, useGoing } from "./useProgress.tsx";

const ways: readonly [Separator, label: string, note: string][] = [
  [",", "CSV", "With commas, for most programs"],
  [";", "CSV with semicolons", "For Excel set to South Africa"],
];

interface Props<Row> {
  caption: string;
  only?: string;
  asAt?: string | undefined;
  columns: readonly Column<Row>[];
  /** All rows that match the filter, in the order on the screen. */
  rows: readonly Row[];
  /** Fetches all rows, for screens that have loaded only some. Null when the person stopped it. */
  whole?: (onProgress: OnProgress) => Promise<readonly Row[] | null>;
}

/** The two formats in which a list can be saved. */
export function ExportCsv<Row>({ caption, only = "", asAt, columns, rows, whole }: Props<Row>) {
  const going = useGoing();
  const save = async (separator: Separator) => {
    try {
      const { name } = await utils.member.building.details.ensureData();
      const all = whole ? await going.run(whole) : rows;
      if (!all) return;
      const text = csvOf(csvRows(all, columns, separator), separator);
      saveCsv(text, fileNameOf("csv", caption, only, name, fileDay(asAt)));
      await showToast("success", documentSaved);
    } catch {
      await showToast("error", "The list could not be saved. Check your connection and try again.");
    }
  };
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger
          disabled={rows.length === 0}
          render={
            <Button kind="plain" small>
              <FileDown className="size-5" />
              <span className="sr-only">Export </span>CSV
            </Button>
          }
        />
        <MenuBox>
          {ways.map(([separator, label, note]) => (
            <Menu.Item key={separator} onClick={() => void save(separator)} className={menuItem}>
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="block text-sm text-soft">{note}</span>
              </span>
            </Menu.Item>
          ))}
        </MenuBox>
      </Menu.Root>
      {going.panel}
    </>
  );
}
