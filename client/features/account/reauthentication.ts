import { TRPCClientError } from "@trpc/client";
import type { ComponentType } from "react";
import type { AppRouter } from "../../../server/api/router.ts";

interface Answer {
  answer: (typed: boolean) => void;
}
type PasswordDialog = ComponentType<Answer>;
interface PasswordPrompt extends Answer {
  Dialog: PasswordDialog;
}

let loadDialog: () => Promise<PasswordDialog>;
/** Registers how to load the dialog, which happens at the first prompt. */
export const askWith = (load: typeof loadDialog) => {
  loadDialog = load;
};

let passwordPrompt: PasswordPrompt | null = null;
let waiting: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function ask(next: PasswordPrompt | null) {
  passwordPrompt = next;
  for (const listener of listeners) listener();
}

export const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentPrompt = () => passwordPrompt;

/** @returns true once the server has accepted the password, false when the person cancels */
async function askForPassword(): Promise<boolean> {
  const Dialog = await loadDialog();
  const typed = await new Promise<boolean>((answer) => ask({ Dialog, answer }));
  ask(null);
  return typed;
}

const notTyped = "Nothing was changed, because you did not type your password.";

/** Makes a call. If the server requires the password first, asks for it and repeats the call. */
export async function reauthenticated<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const { shape } = error as TRPCClientError<AppRouter>;
    if (shape?.data.reason?.code !== "auth.password_needed") throw error;
    waiting ??= askForPassword().finally(() => {
      waiting = null;
    });
    if (await waiting) return call();
    const reason = { ...shape.data.reason, field: undefined, message: notTyped };
    const data = { ...shape.data, reason };
    throw TRPCClientError.from({ error: { ...shape, message: notTyped, data } });
  }
}

export const noFields = async () =>
  (await import("../../../server/platform/auth/schema.ts")).perhapsOwnPassword;
