export interface Size {
  width: number;
  height: number;
}
interface Point {
  x: number;
  y: number;
}

export interface View extends Point {
  zoom: number;
  /** Turned to the right, in degrees: 0, 90, 180 or 270. `x` and `y` say how far it was moved. */
  rotation: number;
}

export const wholePicture: View = { zoom: 1, rotation: 0, x: 0, y: 0 };
const mostZoom = 8;

const sideways = ({ rotation }: View) => rotation % 180 !== 0;

/** The scale at which all of a picture fits into the room there is, but never enlarged. */
export function fitOf(view: View, { width, height }: Size, room: Size): number {
  const [across, down] = sideways(view) ? [height, width] : [width, height];
  return Math.min(1, room.width / across, room.height / down);
}

/** The sum turns -0 into 0. */
const within = (value: number, most: number) => Math.max(-most, Math.min(most, value)) + 0;

function kept(view: View, size: Size, room: Size): View {
  const scale = fitOf(view, size, room) * view.zoom;
  const [across, down] = sideways(view) ? [size.height, size.width] : [size.width, size.height];
  const x = within(view.x, Math.max(0, (across * scale - room.width) / 2));
  const y = within(view.y, Math.max(0, (down * scale - room.height) / 2));
  return { ...view, x, y };
}

/** @param at the point that stays where it is, from the middle of the room */
export function zoomed(
  view: View,
  factor: number,
  size: Size,
  room: Size,
  at: Point = { x: 0, y: 0 },
) {
  const zoom = Math.max(1, Math.min(mostZoom, view.zoom * factor));
  const grown = zoom / view.zoom;
  const x = at.x - (at.x - view.x) * grown;
  const y = at.y - (at.y - view.y) * grown;
  return kept({ ...view, zoom, x, y }, size, room);
}

export const moved = (view: View, by: Point, size: Size, room: Size) =>
  kept({ ...view, x: view.x + by.x, y: view.y + by.y }, size, room);

export const rotated = ({ rotation }: View): View => ({
  ...wholePicture,
  rotation: (rotation + 90) % 360,
});
