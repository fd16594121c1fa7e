/** Cents as tables and documents show them: `R1 250.00`, with no-break spaces between thousands. */
export function formatRand(amountCents: number): string {
  const [whole = "0", fraction = "00"] = (Math.abs(amountCents) / 100).toFixed(2).split(".");
  const first = whole.length % 3;
  const thousands = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
  const grouped = thousands.filter(Boolean).join("\u00a0");
  return `${amountCents < 0 ? "-" : ""}R${grouped}.${fraction}`;
}
