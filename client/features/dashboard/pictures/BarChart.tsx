import { scaleBand, scaleLinear } from "d3-scale";
import { Bar } from "./Bar.tsx";
import type { ChartData } from "./chart.ts";

const height = 200;
/** The right has room for half of the last label. */
const [top, right, bottom] = [10, 14, 26];

/** The room that a label below the bars needs, in pixels. */
const labelRoom = 44;

/** Upright bars, side by side at each place. */
export function BarChart({ data, width }: { data: ChartData; width: number }) {
  const { places, series, say = String } = data;
  const most = Math.max(1, ...places.flatMap(({ values }) => values));
  const y = scaleLinear([0, most], [height - bottom, top]).nice(4);
  const left = data.say ? 64 : 28;
  const x = scaleBand(
    places.map((_, index) => index),
    [left, width - right],
  ).padding(0.25);
  const inside = scaleBand(
    series.map((_, index) => index),
    [0, x.bandwidth()],
  ).paddingInner(0.1);
  const every = Math.ceil(labelRoom / x.step());
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="block w-full" aria-hidden="true">
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text
              x={left - 8}
              y={y(tick)}
              dy="0.32em"
              textAnchor="end"
              className="fill-soft text-xs"
            >
              {say(tick)}
            </text>
          </g>
        ))}
      {places.map(({ label, short, values }, index) => (
        <g key={label} transform={`translate(${x(index)} 0)`}>
          {values.map((value, at) => (
            <Bar
              key={series[at]?.name}
              series={series[at]}
              x={inside(at) ?? 0}
              y={y(value)}
              width={inside.bandwidth()}
              height={height - bottom - y(value)}
            />
          ))}
          {(places.length - 1 - index) % every === 0 && (
            <text
              x={x.bandwidth() / 2}
              y={height - 8}
              textAnchor="middle"
              className="fill-soft text-xs"
            >
              {short}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
