import { X } from "lucide-react";
import { type ChangeEvent, useState } from "react";
import { type Photo, photoOf } from "./photos.ts";

interface Props {
  photos: readonly Photo[];
  change: (photos: readonly Photo[]) => void;
}

const accepted = "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif";

/** Photos of what a fine is for, chosen or taken. What is no photo is refused at once, in words. */
export function PhotosField({ photos, change }: Props) {
  const [why, setWhy] = useState("");
  const picked = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Lets people choose the same file again after removing it from the list.
    target.value = "";
    const ready = await Promise.all(files.map(photoOf));
    setWhy(ready.filter((each) => typeof each === "string").join(" "));
    change([...photos, ...ready.filter((each) => typeof each !== "string")]);
  };
  return (
    <div>
      <label htmlFor="photos" className="block font-semibold">
        Photos
      </label>
      <p id="photos-hint" className="text-sm text-soft">
        Of what happened, if you have any. The resident sees them too. Where a photo was taken is
        left out.
      </p>
      <input
        id="photos"
        type="file"
        multiple
        accept={accepted}
        aria-describedby="photos-hint photos-said"
        aria-invalid={why !== ""}
        onChange={(event) => void picked(event)}
        className="mt-1.5 block min-h-12 w-full text-[0px] file:min-h-12 file:cursor-pointer file:rounded-lg file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-base file:font-semibold file:text-ink"
      />
      <p id="photos-said" role="alert" className="mt-1 font-medium text-danger empty:hidden">
        {why}
      </p>
      {photos.length > 0 && (
        <ul aria-label="Chosen photos" className="mt-2 grid gap-2">
          {photos.map(({ key, file }) => (
            <li
              key={key}
              className="flex items-center gap-3 rounded-lg bg-surface pl-4 ring-1 ring-line ring-inset"
            >
              <span className="min-w-0 grow truncate">{file.name}</span>
              <button
                type="button"
                aria-label={`Take ${file.name} off the list`}
                onClick={() => change(photos.filter((each) => each.key !== key))}
                className="grid size-11 shrink-0 place-items-center rounded-lg text-soft hover:bg-sunken"
              >
                <X aria-hidden="true" className="size-5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
