/** One kind of value in a chart, with its colour and a pattern that tells it apart without colour. */
export interface Series {
  name: string;
  /** The class that fills its bars. */
  fill: string;
  /** Draws stripes over the fill. */
  striped?: true;
}

/** One place on a chart's axis, with a value of each series. */
interface Place {
  /** As it stands in the table. */
  label: string;
  /** As it stands below the bars, where there is little room. */
  short: string;
  values: readonly number[];
}

export interface ChartData {
  /** The name of the places, as the head of the table's first column. */
  of: string;
  series: readonly Series[];
  places: readonly Place[];
  /** A value in words; without it as a number. */
  say?: (value: number) => string;
}
