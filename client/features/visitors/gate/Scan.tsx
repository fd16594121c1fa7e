import { QrCode } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { QuietButton } from "../../../ui/Button.tsx";
import { Cancel } from "../../../ui/Cancel.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { codeIn } from "./find.ts";

interface Props {
  onCode: (code: string) => void;
}

/** Reads a code with the camera, which browsers give over HTTPS only; elsewhere there is nothing. */
export function Scan({ onCode }: Props) {
  if (!navigator.mediaDevices) return null;
  return (
    <FormDialog
      trigger={
        <QuietButton aria-label="Scan a code">
          <QrCode className="size-6" />
        </QuietButton>
      }
      title="Scan the code"
      note="Hold the visitor's picture in front of the camera. You can always type the six digits instead."
    >
      {(close) => (
        <>
          <Camera
            onCode={(code) => {
              close();
              onCode(code);
            }}
          />
          <div className="mt-5 flex justify-end">
            <Cancel leave={close} />
          </div>
        </>
      )}
    </FormDialog>
  );
}

const noCamera =
  "This browser gives no camera. Allow it in the browser's settings for this page, or type the six digits.";
const noCode = "This is not a code for the gate, which has six digits.";

function Camera({ onCode }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState("");
  const take = useRef(onCode);
  useEffect(() => {
    take.current = onCode;
  });
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    const watch = async (player: HTMLVideoElement) => {
      const { QRCanvas, frameLoop, rearCamera } = await import("qr/dom.js");
      const camera = await rearCamera(player);
      if (isOver) return camera.stop();
      const canvas = new QRCanvas();
      const cancel = frameLoop(async () => {
        const seen = await camera.readFrame(canvas);
        if (isOver || typeof seen !== "string") return;
        const code = codeIn(seen);
        if (!code) return setProblem(noCode);
        isOver = true;
        take.current(code);
      }, player);
      stop = () => {
        cancel();
        camera.stop();
      };
    };
    if (video.current) watch(video.current).catch(() => setProblem(noCamera));
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        className="aspect-square w-full rounded-lg bg-sunken object-cover"
      />
      <p role="alert" className="mt-3 font-medium text-danger empty:hidden">
        {problem}
      </p>
    </>
  );
}
