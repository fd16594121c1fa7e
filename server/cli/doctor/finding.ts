/** One line of the doctor's: how it is, and the command or deed that mends it. */
export interface Finding {
  verdict: "ok" | "warn" | "bad";
  says: string;
  mend?: string;
}

export const ok = (says: string): Finding => ({ verdict: "ok", says });
export const warn = (says: string, mend: string): Finding => ({ verdict: "warn", says, mend });
export const bad = (says: string, mend: string): Finding => ({ verdict: "bad", says, mend });
