import type { Answers } from "../../trpc.ts";
import { BuildingPicture } from "../../ui/BuildingBranding.tsx";
import { dayOf, sayLongDay } from "../../ui/days.ts";
import { noticeSize } from "./noticeSize.ts";

export type AnnouncementContent = Pick<
  Answers["member"]["announcements"]["all"]["rows"][number],
  "message" | "sender" | "date"
>;

export const Notice = ({
  building,
  message,
  sender,
  date,
}: AnnouncementContent & { building: string }) => (
  <>
    <p className="flex items-center gap-5 border-b-4 pb-3 text-3xl font-semibold">
      <BuildingPicture className="size-20 rounded-2xl" />
      {building}
    </p>
    <p
      style={{ fontSize: `${noticeSize(message, wideOf)}pt` }}
      className="py-10 leading-[1.35] font-medium break-words whitespace-pre-line"
    >
      {message}
    </p>
    <p className="border-t pt-3 text-lg">
      <span className="capitalize">{sender}</span>, {sayLongDay(dayOf(new Date(date)))}
    </p>
  </>
);

const measured = 100;
const pen = document.createElement("canvas").getContext("2d");
const { fontFamily } = getComputedStyle(document.body);

/** A word's width in the notice's font, in units of the font size. */
function wideOf(word: string): number {
  if (!pen) return word.length;
  pen.font = `500 ${measured}px ${fontFamily}`;
  return pen.measureText(word).width / measured;
}
