import { useId } from "react";
import type { Series } from "./chart.ts";

interface Props {
  series: Series | undefined;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One bar, with stripes if its series has them. */
export function Bar({ series, ...place }: Props) {
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

/** The same as a small square, for the list of what the colours mean. */
export const Swatch = ({ series }: { series: Series }) => (
  <svg viewBox="0 0 14 14" aria-hidden="true" className="size-3.5 shrink-0">
    <Bar series={series} x={0} y={0} width={14} height={14} />
  </svg>
);
