export interface Series {
  name: string;
  /** The class of its colour. */
  colour: string;
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
  data: ChartData;
}

const stripes =
  "bg-[repeating-linear-gradient(135deg,var(--color-surface)_0_2px,transparent_2px_5px)]";

/** Browsers print no background and replace it in forced colours, unless they are told otherwise. */
const lookOf = ({ colour, striped }: Series) =>
  `${colour} ${striped ? stripes : ""} shrink-0 [print-color-adjust:exact] forced-color-adjust-none forced-colors:bg-[CanvasText]`;

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

/** The distance between the lines of an axis, about a quarter of the largest value: 1, 2, 5, 10 … */
function roundStep(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const times = [1, 2, 5, 10].find((each) => each * power * 5.7 >= most) ?? 10;
  return Math.max(1, times * power);
}

/** The letters below the bars that a phone has room for. */
const mostLetters = 40;

export function BarChart({ data: { places, series, say } }: Props) {
  const most = Math.max(1, ...places.flatMap(({ values }) => values));
  const step = roundStep(most);
  const top = Math.ceil(most / step) * step;
  const lines = Array.from({ length: top / step + 1 }, (_, index) => index * step);
  const letters = Math.max(...places.map(({ short }) => short.length + 2));
  const every = Math.ceil((places.length * letters) / mostLetters);
  const [figures, bars] = say ? ["w-14", "left-16"] : ["w-5", "left-7"];
  return (
    <div aria-hidden="true" className="h-50 pt-2.5 pb-6.5 text-xs text-soft">
      <div className="relative h-full">
        {lines.map((line) => (
          <div
            key={line}
            style={{ bottom: percent(line, top) }}
            className="absolute inset-x-0 flex translate-y-1/2 items-center gap-2"
          >
            <span className={`text-right ${figures}`}>{(say ?? String)(line)}</span>
            <span className="grow border-t border-line" />
          </div>
        ))}
        <div className={`absolute inset-y-0 right-3.5 flex ${bars}`}>
          {places.map(({ label, short, values }, index) => (
            <div key={label} className="relative flex-1">
              <div className="mx-auto flex h-full w-3/4 items-end gap-[5%]">
                {series.map((each, at) => (
                  <div
                    key={each.name}
                    style={{ height: percent(values[at] ?? 0, top) }}
                    className={`basis-0 grow ${lookOf(each)}`}
                  />
                ))}
              </div>
              {(places.length - 1 - index) % every === 0 && (
                <span className="absolute top-full left-1/2 -translate-x-1/2 pt-1.5 whitespace-nowrap">
                  {short}
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

export function Stacks({ data: { places, series } }: Props) {
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const most = Math.max(1, ...places.map(({ values }) => sum(values)));
  return (
    <div aria-hidden="true" className="text-sm">
      {places.map(({ label, values }) => (
        <div key={label} className="h-12.5 pt-1">
          {label}
          <div className="mt-0.5 flex h-4.5 items-center border-l border-edge pr-10">
            {series.map((each, at) => (
              <div
                key={each.name}
                style={{ width: percent(values[at] ?? 0, most) }}
                className={`h-full ${lookOf(each)}`}
              />
            ))}
            <span className="ml-2">{sum(values)}</span>
          </div>
        </div>
      ))}
    </div>
  );
}

export const Swatch = ({ series }: { series: Series }) => (
  <span className={`size-3.5 ${lookOf(series)}`} />
);
