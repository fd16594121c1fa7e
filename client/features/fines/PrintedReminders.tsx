import { formatRand } from "../../../server/platform/money/format.ts";
import { PrintedHead } from "../../ui/PrintedPaper.tsx";
import { counted } from "../../ui/plural.ts";
import { headOf, type Made } from "./reminderPdf.ts";
import { formatLetter, tableRow } from "./reminderWords.ts";

interface Props {
  made: Made;
  contact: string;
}

/** Reminder letters for the browser to print, each on a page of its own. */
export const PrintedReminders = ({ made, contact }: Props) =>
  made.letters.map((letter) => {
    const { before, after } = formatLetter(made, letter, contact);
    return (
      <div key={letter.id} className="break-after-page last:break-after-auto">
        <PrintedHead {...headOf(made, letter)} />
        <Paragraphs texts={before} />
        <table className="my-4 w-full border-collapse text-sm">
          <thead>
            <tr className="border-b text-left">
              {["Reference", "What for", "Was due", "Late"].map((label) => (
                <th key={label} scope="col" className="py-1 pr-3">
                  {label}
                </th>
              ))}
              <th scope="col" className="py-1 text-right">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {letter.late.map((fine) => (
              <tr key={fine.reference} className="break-inside-avoid border-b border-line">
                {tableRow(fine).map((text, index) => (
                  <td
                    key={text}
                    className={`py-1 pr-3 align-top ${index === 1 ? "break-words" : "whitespace-nowrap"}`}
                  >
                    {text}
                  </td>
                ))}
                <td className="py-1 text-right align-top whitespace-nowrap">
                  {formatRand(fine.amountCents)}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <td colSpan={4} className="py-1">
                {counted(letter.late.length, "fine")}
              </td>
              <td className="py-1 text-right whitespace-nowrap">{formatRand(letter.owedCents)}</td>
            </tr>
          </tfoot>
        </table>
        <Paragraphs texts={after} />
      </div>
    );
  });

const Paragraphs = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text} className="mb-3 whitespace-pre-line">
      {text}
    </p>
  ));
