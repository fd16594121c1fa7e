import type { Answers } from "../../trpc.ts";
import { statusWords } from "./changedFine.ts";

type AdminStep = Answers["admin"]["fineDecisions"]["history"][number];
/** `by` is missing where a resident reads it. */
export type Step = Omit<AdminStep, "by" | "did"> & {
  did: AdminStep["did"] | "proof sent";
  by?: string | null;
};
export interface ProofSent {
  addedAt: string;
}

export function stepsInOrder(steps: readonly Step[], proofs: readonly ProofSent[]): Step[] {
  const sent = proofs.map(
    ({ addedAt: at }): Step => ({
      at,
      did: "proof sent",
      from: null,
      to: null,
      reason: null,
    }),
  );
  return [...sent, ...steps].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

export function formatStep({ did, by, to: after, reason }: Step): string {
  const to = after && statusWords[after];
  const who = by ? ` by ${by}` : "";
  const words: Record<Step["did"], string> = {
    issued: `Issued${who}`,
    set: `Set to ${to}${who}${reason ? `: ${reason}` : ""}`,
    undone: `Taken back${who}, ${to} again`,
    withdrawn: `Withdrawn${who}: ${reason}`,
    "put back": `Put back${who}, ${to} again`,
    "proof sent": "Payment proof sent",
    "reminder made": `Reminder letter made${who}`,
  };
  return words[did];
}
