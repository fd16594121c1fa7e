/**
 * Loads the toaster and its styles; rejects when it cannot be loaded. Toasts appear at the top right
 * for five seconds, longer while the pointer is over them or the window is in the background.
 */
export async function toaster() {
  const loaded = await import("./toaster.ts");
  await loaded.styled;
  return loaded;
}
