import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";

interface Props {
  photos: readonly { id: string; fileName: string }[];
  remove: (id: string) => Promise<unknown>;
  /** What becomes of it, after its name: "is then gone". */
  consequence: string;
}

/** A button for each photo that takes it away. */
export const RemovePhotos = ({ photos, remove, consequence }: Props) =>
  photos.length > 0 && (
    <ul className="flex flex-wrap gap-x-3">
      {photos.map(({ id, fileName }) => (
        <li key={id} className="min-w-0">
          <ConfirmDialog
            trigger={
              <Button kind="plain" small className="max-w-full wrap-anywhere whitespace-normal">
                Remove {fileName}
              </Button>
            }
            title="Remove this photo?"
            action="Remove the photo"
            onConfirm={() => remove(id)}
          >
            {fileName} {consequence}
          </ConfirmDialog>
        </li>
      ))}
    </ul>
  );
