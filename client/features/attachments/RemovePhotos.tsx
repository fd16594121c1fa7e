import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";

interface Props {
  photos: readonly { id: string; fileName: string }[];
  /** The word that people use for one. */
  called?: string;
  remove: (id: string) => Promise<unknown>;
  /** The words about the consequence, after its name: "is then gone". */
  consequence: string;
}

/** A button for each photo, or other file, that takes it away. */
export const RemovePhotos = ({ photos, called = "photo", remove, consequence }: Props) =>
  photos.length > 0 && (
    <ul className="flex flex-wrap gap-x-3">
      {photos.map(({ id, fileName }) => (
        <li key={id} className="max-w-full">
          <ConfirmDialog
            trigger={
              <Button
                kind="plain"
                small
                className="max-w-full wrap-anywhere whitespace-normal! text-left"
              >
                Remove {fileName}
              </Button>
            }
            title={`Remove this ${called}?`}
            action={`Remove the ${called}`}
            onConfirm={() => remove(id)}
          >
            {fileName} {consequence}
          </ConfirmDialog>
        </li>
      ))}
    </ul>
  );
