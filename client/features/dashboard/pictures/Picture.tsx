import { useId, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { type BarChart, type ChartData, Swatch } from "./BarChart.tsx";

interface Props {
  title: string;
  summary: string;
  data: ChartData;
  Chart: typeof BarChart;
}

export function Picture({ title, summary, data, Chart }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <figure
      aria-labelledby={id}
      className="min-w-0 break-inside-avoid rounded-2xl bg-surface p-4 ring-1 ring-line sm:p-5"
    >
      <figcaption>
        <h3 id={id} className="text-lg">
          {title}
        </h3>
        <p className="mt-0.5 text-soft">{summary}</p>
      </figcaption>
      {data.series.length > 1 && (
        <ul aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {data.series.map((each) => (
            <li key={each.name} className="flex items-center gap-1.5">
              <Swatch series={each} />
              {each.name}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3">
        <Chart data={data} />
      </div>
      <Button
        kind="plain"
        small
        className="mt-2 -ml-3 print:hidden"
        aria-expanded={open}
        aria-controls={`${id}-numbers`}
        which={`of ${title}`}
        onClick={() => setOpen(!open)}
      >
        {open ? "Hide the numbers" : "Show the numbers"}
      </Button>
      <Numbers id={`${id}-numbers`} title={title} data={data} hidden={!open} />
    </figure>
  );
}

const Numbers = ({
  id,
  title,
  data: { of, series, places, say = String },
  hidden,
}: {
  id: string;
  title: string;
  data: ChartData;
  hidden: boolean;
}) => (
  <table id={id} className={`w-full text-sm tabular-nums print:table ${hidden ? "hidden" : ""}`}>
    <caption className="sr-only">{title}</caption>
    <thead>
      <tr className="border-b border-edge text-left align-bottom">
        <th scope="col" className="py-1.5 pr-2 font-semibold">
          {of}
        </th>
        {series.map(({ name }) => (
          <th key={name} scope="col" className="py-1.5 pl-2 text-right font-semibold">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {places.map(({ label, values }) => (
        <tr key={label} className="border-b border-line">
          <th scope="row" className="py-1.5 pr-2 text-left font-normal">
            {label}
          </th>
          {values.map((value, index) => (
            <td key={series[index]?.name} className="py-1.5 pl-2 text-right">
              {say(value)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
