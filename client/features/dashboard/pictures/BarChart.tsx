import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { useId } from "react";

const height = 200;
/** The right has room for half of the last label. */
const [top, right, bottom] = [10, 14, 26];

const labelRoom = 44;

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

/** The height of a place in pixels: its name, and its bar below. */
const step = 50;
const thick = 18;
const sumRoom = 40;

export function Stacks({ data, width }: { data: ChartData; width: number }) {
  const { places, series } = data;
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const most = Math.max(1, ...places.map(({ values }) => sum(values)));
  const x = scaleLinear([0, most], [0, width - sumRoom]);
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

export interface Series {
  name: string;
  fill: string;
  striped?: true;
}

interface Place {
  label: string;
  short: string;
  values: readonly number[];
}

export interface ChartData {
  of: string;
  series: readonly Series[];
  places: readonly Place[];
  say?: (value: number) => string;
}

interface Props {
  series: Series | undefined;
  x: number;
  y: number;
  width: number;
  height: number;
}

function Bar({ series, ...place }: Props) {
  const id = useId();
  if (!series || place.width <= 0 || place.height <= 0) return null;
  return (
    <>
      <rect {...place} className={`${series.fill} forced-colors:fill-[CanvasText]`} />
      {series.striped && (
        <>
          <pattern
            id={id}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="2" height="5" className="fill-surface" />
          </pattern>
          <rect {...place} fill={`url(#${id})`} />
        </>
      )}
    </>
  );
}

export const Swatch = ({ series }: { series: Series }) => (
  <svg viewBox="0 0 14 14" aria-hidden="true" className="size-3.5 shrink-0">
    <Bar series={series} x={0} y={0} width={14} height={14} />
  </svg>
);
