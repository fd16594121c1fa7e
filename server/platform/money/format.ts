/** Cents as tables and documents show them: `R1 250.00`, with no-break spaces between thousands. */
export function formatRand(amountCents: number): string {
  const [whole = "0", fraction = "00"] = (Math.abs(amountCents) / 100).toFixed(2).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, "\u00a0");
  return `${amountCents < 0 ? "-" : ""}R${grouped}.${fraction}`;
}
