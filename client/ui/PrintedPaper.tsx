import { BuildingPicture } from "./BuildingBranding.tsx";
import type { LetterWithTable, Paper } from "./pdf.ts";
import type { Letter } from "./pdfLetter.ts";

export const PrintedHead = ({ building, date, title, addressee, notes }: Letter) => (
  <>
    <div className="flex items-center gap-6 border-b-2 pb-2">
      <span className="grow">
        <span className="block text-2xl font-semibold">{building}</span>
        <span className="text-sm text-soft">Body corporate</span>
      </span>
      <span className="text-sm whitespace-nowrap text-soft">{date}</span>
      <BuildingPicture className="size-12 rounded-lg" />
    </div>
    <p className="mt-8 whitespace-pre-line">{addressee.filter(Boolean).join("\n")}</p>
    <h1 className="mt-6 text-xl">{title}</h1>
    <p className="mt-1 mb-4 whitespace-pre-line text-soft">{notes.join("\n")}</p>
  </>
);

const sideOf = (right: boolean | undefined) =>
  right ? "text-right whitespace-nowrap tabular-nums" : "text-left";

const Paragraphs = ({ texts = [] }: { texts: readonly string[] | undefined }) =>
  texts.map((text) => (
    <p key={text} className="mb-3 whitespace-pre-line">
      {text}
    </p>
  ));

type Props = LetterWithTable & Pick<Paper, "dense">;

/** A letter with a table, for the browser to print, with letters that the PDF's font lacks. */
export const PrintedPaper = ({ columns, rows, totals, dense, ...letter }: Props) => (
  <>
    <PrintedHead {...letter} />
    <Paragraphs texts={letter.before} />
    <table className={`w-full border-collapse ${dense ? "text-xs" : "text-sm"}`}>
      <thead>
        <tr className="border-b">
          {columns.map(({ label, right }) => (
            <th key={label} scope="col" className={`px-1.5 py-1 align-bottom ${sideOf(right)}`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a paper are texts, and never move
          <tr key={place} className="break-inside-avoid border-b border-line">
            {columns.map(({ label, right }, index) => (
              <td
                key={label}
                className={`px-1.5 py-1 align-top break-words whitespace-pre-line ${sideOf(right)}`}
              >
                {row[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <dl className="my-4 grid grid-cols-[1fr_auto] gap-x-6 text-right break-inside-avoid">
      {totals.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd className="font-semibold tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
    <Paragraphs texts={letter.after} />
  </>
);
