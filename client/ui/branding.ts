import { useSyncExternalStore } from "react";

/** The server writes both into the page; in development and offline it has neither. */
interface Branding {
  name: string;
  picture: string | undefined;
}

const root = () => document.documentElement;

function watch(changed: () => void) {
  const watcher = new MutationObserver(changed);
  watcher.observe(root(), { attributeFilter: ["data-building", "data-picture"] });
  return () => watcher.disconnect();
}

const nameNow = () => root().dataset.building ?? "";
const pictureNow = () => root().dataset.picture;

export const useBranding = (): Branding => ({
  name: useSyncExternalStore(watch, nameNow),
  picture: useSyncExternalStore(watch, pictureNow),
});

export function showBranding({ name, picture }: { name?: string; picture?: string | null }): void {
  if (name !== undefined) root().dataset.building = name;
  if (picture) root().dataset.picture = picture;
  else if (picture === null) delete root().dataset.picture;
}

/** The address of the picture, which devices store for good. Another picture has another one. */
export const addressOf = (picture: string) => `/api/property/building/picture/${picture}`;

export const pictureAddress = (): string | undefined => {
  const picture = pictureNow();
  return picture && addressOf(picture);
};
