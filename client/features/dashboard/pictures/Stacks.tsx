import { scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { Bar } from "./Bar.tsx";
import type { ChartData } from "./chart.ts";

/** The height of a place in pixels: its name, and its bar below. */
const step = 50;
const thick = 18;
/** The room for the sum at the right. */
const right = 40;

/** Bars that lie, with the series one after the other in each. */
export function Stacks({ data, width }: { data: ChartData; width: number }) {
  const { places, series } = data;
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const most = Math.max(1, ...places.map(({ values }) => sum(values)));
  const x = scaleLinear([0, most], [0, width - right]);
  const stacked = stack<unknown, readonly number[], number>()
    .keys(series.map((_, index) => index))
    .value((values, index) => values[index] ?? 0)(places.map(({ values }) => values));
  return (
    <svg
      viewBox={`0 0 ${width} ${step * places.length}`}
      className="block w-full"
      aria-hidden="true"
    >
      {places.map(({ label, values }, index) => (
        <g key={label} transform={`translate(0 ${index * step})`}>
          <text x={0} y={18} className="fill-ink text-sm">
            {label}
          </text>
          <line x1={0} x2={0} y1={26} y2={26 + thick} className="stroke-edge" />
          {stacked.map((each, at) => {
            const [from, to] = each[index] ?? [0, 0];
            return (
              <Bar
                key={series[at]?.name}
                series={series[at]}
                x={x(from)}
                y={26}
                width={x(to) - x(from)}
                height={thick}
              />
            );
          })}
          <text x={x(sum(values)) + 8} y={26 + thick / 2} dy="0.32em" className="fill-ink text-sm">
            {sum(values)}
          </text>
        </g>
      ))}
    </svg>
  );
}
