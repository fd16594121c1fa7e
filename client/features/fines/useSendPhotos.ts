import { useState } from "react";
import { utils } from "../../trpc.ts";
import { type Photo, sendPhoto } from "./photos.ts";

/** Sends photos of a fine one after the other. Those that failed stay, with the reason. */
export function useSendPhotos() {
  const [photos, change] = useState<readonly Photo[]>([]);
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState("");
  /** @returns whether all of them arrived */
  const send = async (fineId: string): Promise<boolean> => {
    setBusy(true);
    setWhy("");
    const left: Photo[] = [];
    for (const photo of photos) {
      const failed = await sendPhoto(fineId, photo);
      if (failed) {
        left.push(photo);
        setWhy(failed);
      }
    }
    change(left);
    await Promise.all([utils.admin.evidence.invalidate(), utils.resident.evidence.invalidate()]);
    setBusy(false);
    return left.length === 0;
  };
  return { photos, change, busy, why, send };
}
