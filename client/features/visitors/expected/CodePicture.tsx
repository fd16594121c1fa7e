import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";

interface Props {
  code: string;
  /** The code as people read it, and for which days it is. */
  shown: string;
  words: string;
}

const [width, below] = [480, 130];

/** Draws the QR code with the digits below it, for a gate that scans and one that reads. */
async function drawn({ code, shown, words }: Props): Promise<string> {
  const { toCanvas } = await import("qrcode");
  const square = document.createElement("canvas");
  await toCanvas(square, code, { width, margin: 3 });
  const picture = document.createElement("canvas");
  Object.assign(picture, { width, height: width + below });
  const pen = picture.getContext("2d");
  if (!pen) throw new Error("This browser draws no pictures.");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, width + below);
  pen.drawImage(square, 0, 0);
  pen.fillStyle = "black";
  pen.textAlign = "center";
  const { fontFamily } = getComputedStyle(document.body);
  pen.font = `600 64px ${fontFamily}`;
  pen.fillText(shown, width / 2, width + 45);
  pen.font = `400 24px ${fontFamily}`;
  pen.fillText(words, width / 2, width + 95, width - 32);
  return picture.toDataURL("image/png");
}

const save = (href: string, download: string) =>
  Object.assign(document.createElement("a"), { href, download }).click();

/** A picture of a code, to save and send; phones also share it when it is pressed for long. */
export function CodePicture({ code, shown, words }: Props) {
  const [picture, setPicture] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    drawn({ code, shown, words }).then(setPicture, () => setFailed(true));
  }, [code, shown, words]);
  if (failed) return <p role="alert">The picture could not be made. Send the six digits.</p>;
  if (!picture) return <Spinner />;
  return (
    <div className="mt-4 grid justify-items-center gap-5">
      <img
        src={picture}
        alt={`QR code for the gate, ${shown}`}
        width={width}
        height={width + below}
        className="h-auto w-64 max-w-full rounded-lg ring-1 ring-line"
      />
      <Button onClick={() => save(picture, `gate-code-${code}.png`)}>
        <Download className="size-5" />
        Save the picture
      </Button>
    </div>
  );
}
