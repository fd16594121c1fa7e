import { type RefObject, useEffect, useRef, useState } from "react";
import { fitOf, moved, rotated, type Size, type View, wholePicture, zoomed } from "./view.ts";

const step = 1.4;
const stride = 60;

function useRoom(stage: RefObject<HTMLElement | null>): Size {
  const [room, setRoom] = useState<Size>({ width: 1, height: 1 });
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const watcher = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth || 1, height: element.clientHeight || 1 }),
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [stage]);
  return room;
}

export function useView(size: Size) {
  const stage = useRef<HTMLDivElement>(null);
  const room = useRoom(stage);
  const [view, setView] = useState<View>(wholePicture);
  const zoom = (factor: number, at?: { x: number; y: number }) =>
    setView((now) => zoomed(now, factor, size, room, at));
  const move = (x: number, y: number) => setView((now) => moved(now, { x, y }, size, room));
  const act = {
    zoomIn: () => zoom(step),
    zoomOut: () => zoom(1 / step),
    whole: () => setView(({ rotation }) => ({ ...wholePicture, rotation })),
    rotate: () => setView(rotated),
  };
  const keys: Record<string, () => void> = {
    "+": act.zoomIn,
    "=": act.zoomIn,
    "-": act.zoomOut,
    "0": act.whole,
    r: act.rotate,
    ArrowLeft: () => move(stride, 0),
    ArrowRight: () => move(-stride, 0),
    ArrowUp: () => move(0, stride),
    ArrowDown: () => move(0, -stride),
  };
  usePointers(stage, zoom, move);
  const scale = fitOf(view, size, room) * view.zoom;
  return {
    stage,
    act,
    /** The action of a key here, if any. Whole, a picture leaves the arrows to the page. */
    keyed: (key: string) =>
      view.zoom === 1 && key.startsWith("Arrow")
        ? undefined
        : (keys[key.toLowerCase()] ?? keys[key]),
    isWhole: view.zoom === 1,
    percent: Math.round(view.zoom * 100),
    transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) rotate(${view.rotation}deg) scale(${scale})`,
  };
}

type Zoom = (factor: number, at: { x: number; y: number }) => void;
type Move = (x: number, y: number) => void;

/** Wheel, drag and pinch. React's own wheel listeners cannot keep the page from scrolling. */
function usePointers(stage: RefObject<HTMLElement | null>, zoom: Zoom, move: Move) {
  const acts = useRef({ zoom, move });
  acts.current = { zoom, move };
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const down = new Map<number, { x: number; y: number }>();
    const fromMiddle = (x: number, y: number) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: x - left - width / 2, y: y - top - height / 2 };
    };
    const spread = () => {
      const [a = { x: 0, y: 0 }, b = a] = [...down.values()];
      const middle = fromMiddle((a.x + b.x) / 2, (a.y + b.y) / 2);
      return { between: Math.hypot(a.x - b.x, a.y - b.y), middle };
    };
    const wheeled = (event: WheelEvent) => {
      event.preventDefault();
      acts.current.zoom(1.002 ** -event.deltaY, fromMiddle(event.clientX, event.clientY));
    };
    const pressed = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
      down.set(pointerId, { x, y });
      element.setPointerCapture(pointerId);
    };
    const dragged = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
      const last = down.get(pointerId);
      if (!last) return;
      const before = spread();
      down.set(pointerId, { x, y });
      if (down.size === 1) return acts.current.move(x - last.x, y - last.y);
      const { between, middle } = spread();
      if (before.between > 0) acts.current.zoom(between / before.between, middle);
    };
    const left = ({ pointerId }: PointerEvent) => void down.delete(pointerId);
    const listeners = {
      wheel: wheeled,
      pointerdown: pressed,
      pointermove: dragged,
      pointerup: left,
      pointercancel: left,
    } as unknown as Record<string, EventListener>;
    for (const [name, listener] of Object.entries(listeners))
      element.addEventListener(name, listener, { passive: false });
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener);
    };
  }, [stage]);
}
