import type { Answers } from "../../trpc.ts";
import { BuildingPicture } from "../../ui/BuildingBranding.tsx";
import { dayOf, paperSpan, sayLongDay } from "../../ui/days.ts";
import { QrCode } from "../../ui/QrCode.tsx";
import { noticeSize } from "./noticeSize.ts";
import { outageWords } from "./Outages.tsx";

export type AnnouncementContent = Pick<
  Answers["member"]["notices"]["mine"][number],
  "title" | "message" | "sender" | "date" | "outage"
>;

interface Printed {
  building: string;
  /** Where phones read it, with its QR code; both empty at the machine itself. */
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
        fontSize: `${noticeSize(message, wideOf, (qr ? 22 : 0) + heightOf(title) + (outage ? 22 : 0))}pt`,
      }}
      className="py-10 leading-[1.35] font-medium break-words whitespace-pre-line"
    >
      {message}
    </p>
    <div className="flex items-start justify-between gap-6 border-t pt-3 text-lg">
      <p>
        <span className="capitalize">{sender}</span>, {sayLongDay(dayOf(new Date(date)))}
        {address && <span className="block break-all">{address}</span>}
      </p>
      {qr && <QrCode svg={qr} alt={`QR code of ${address}`} className="size-28" />}
    </div>
  </>
);

/** The height of a title, in mm, with the space above it. */
const heightOf = (title: string) => (title ? 9 + 11 * Math.ceil(title.length / 24) : 0);

const measured = 100;
const pen = document.createElement("canvas").getContext("2d");
const { fontFamily } = getComputedStyle(document.body);

/** A word's width in the notice's font, in units of the font size. */
function wideOf(word: string): number {
  if (!pen) return word.length;
  pen.font = `500 ${measured}px ${fontFamily}`;
  return pen.measureText(word).width / measured;
}
