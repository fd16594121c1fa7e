/** A release, or its signature, that cannot be used, in words for the person at the machine. */
export class ReleaseError extends Error {}

/** Waits for a program. @throws ReleaseError with what it printed when it failed */
export async function speaking<T>(running: Promise<T>): Promise<T> {
  try {
    return await running;
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: string };
    throw new ReleaseError(stderr.trim() || message);
  }
}
