import { useMutation } from "@tanstack/react-query";
import type { MouseEvent, ReactNode } from "react";
import { Failure } from "./Failure.tsx";
import { saveFile } from "./saveFile.ts";

export function DataLink({ profileId, children }: { profileId: string; children: ReactNode }) {
  const save = useMutation({ mutationFn: saveFile });
  const address = `/api/property/profile/${profileId}/data`;
  const fetchIt = (event: MouseEvent) => {
    event.preventDefault();
    save.mutate({ address });
  };
  return (
    <>
      <a
        href={address}
        download
        onClick={fetchIt}
        className="inline-flex min-h-12 items-center justify-center gap-2 rounded-lg bg-surface px-4 font-semibold text-ink ring-1 ring-edge ring-inset hover:bg-sunken sm:px-5"
      >
        {children}
      </a>
      <Failure error={save.error} />
    </>
  );
}
