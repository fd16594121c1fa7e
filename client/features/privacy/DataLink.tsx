import type { ReactNode } from "react";

/** Downloads everything that is kept about a person; the browser saves it as it arrives. */
export const DataLink = ({ profileId, children }: { profileId: string; children: ReactNode }) => (
  <a
    href={`/api/property/profile/${profileId}/data`}
    download
    className="inline-flex min-h-12 items-center justify-center gap-2 rounded-lg bg-surface px-4 font-semibold text-ink ring-1 ring-edge ring-inset hover:bg-sunken sm:px-5"
  >
    {children}
  </a>
);
