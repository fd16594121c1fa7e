// Apart from the field that chooses the day, because every page loads what reads its address.

/** A day in the URL, as at which a screen shows the register; without it, today. */
export interface AsAtSearch {
  asAt?: string | undefined;
}

export const asAtSearch = ({ asAt }: Record<string, unknown>): AsAtSearch => ({
  asAt: /^\d{4}-\d\d-\d\d$/.test(String(asAt)) && isDay(String(asAt)) ? String(asAt) : undefined,
});

const isDay = (day: string) => {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};
