import { outageWords } from "../../../server/features/announcements/words.ts";
import type { Answers } from "../../trpc.ts";
import { BuildingPicture } from "../../ui/BuildingBranding.tsx";
import { dayOf, paperSpan, sayLongDay } from "../../ui/days.ts";
import { QrCode } from "../../ui/QrCode.tsx";

export type AnnouncementContent = Pick<
  Answers["member"]["notices"]["mine"][number],
  "title" | "message" | "sender" | "date" | "outage"
>;

interface Printed {
  building: string;
  /** The address to read it at on a phone, with its QR code; both empty at the machine itself. */
  address: string;
  qr: string;
}

export const Notice = ({
  building,
  title,
  message,
  sender,
  date,
  outage,
  address,
  qr,
}: AnnouncementContent & Printed) => (
  <>
    <p className="flex items-center gap-5 border-b-4 pb-3 text-3xl font-semibold">
      <BuildingPicture className="size-20 rounded-2xl" />
      {building}
    </p>
    {outage && (
      <p className="pt-8 text-2xl">
        <b>{outageWords[outage.what]}:</b>{" "}
        {paperSpan(new Date(outage.from), outage.until === null ? null : new Date(outage.until))}
      </p>
    )}
    {title && <h1 className="pt-8 text-4xl break-words">{title}</h1>}
    <p
      style={{
        fontSize: `${noticeSize(message, (qr ? 22 : 0) + heightOf(title) + (outage ? 22 : 0))}pt`,
      }}
      className="py-10 leading-[1.35] font-medium break-words whitespace-pre-line"
    >
      {message}
    </p>
    <div className="flex items-start justify-between gap-6 border-t pt-3 text-lg">
      <p>
        <span className="capitalize">{sender}</span>, {sayLongDay(dayOf(new Date(date)))}
        {address && <span className="block break-all">{address}</span>}
        <span className="block text-sm">This is not a notice under the Act.</span>
      </p>
      {qr && <QrCode svg={qr} alt={`QR code of ${address}`} className="size-28" />}
    </div>
  </>
);

/** The height of a title, in mm, with the space above it. */
const heightOf = (title: string) => (title ? 9 + 11 * Math.ceil(title.length / 24) : 0);

/** Type sizes in pt, from legible across a lobby down to that of a letter. */
const sizes = [72, 64, 56, 48, 42, 36, 32, 28, 24, 20, 18, 16, 14, 12];
const smallest = 11;
const pxPerMm = 96 / 25.4;

/**
 * The largest type size, in pt, at which a message fits on one page, as the browser sets it.
 * @param taken the height that a title and a QR code take, in mm
 */
function noticeSize(message: string, taken: number): number {
  const tried = document.createElement("p");
  tried.textContent = message;
  tried.className = "invisible fixed w-[172mm] leading-[1.35] font-medium whitespace-pre-line";
  document.body.append(tried);
  const found = sizes.find((size) => {
    tried.style.fontSize = `${size}pt`;
    // A long word is only broken in small type; above it, the type gets smaller instead.
    tried.style.overflowWrap = size > 20 ? "normal" : "break-word";
    const { clientHeight, clientWidth, scrollWidth } = tried;
    return scrollWidth <= clientWidth && clientHeight <= (195 - taken) * pxPerMm;
  });
  tried.remove();
  return found ?? smallest;
}
