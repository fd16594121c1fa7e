import { House } from "./BuildingPicture.tsx";
import { Neighbours } from "./Neighbours.tsx";

/** The welcome picture: three neighbours and a cat on the front step, by day or in the evening. */
export const FrontStep = ({ className }: { className: string }) => (
  <svg
    viewBox="0 0 640 560"
    role="img"
    aria-label="Three neighbours talking on the front step of their building"
    className={className}
  >
    <circle cx="496" cy="150" r="104" className="fill-sun" />
    <path
      d="M30 524l10-170-22-26m22 26 26-30"
      fill="none"
      strokeWidth="9"
      strokeLinecap="round"
      className="stroke-stone"
    />
    <path
      d="M-2 330c4-18 22-26 36-24 6-20 34-28 52-16 24-4 42 10 44 34-30 14-106 16-132 6z"
      className="fill-ridge"
    />
    <path
      d="M540 524V440c8-18 30-20 42-6 16-2 26 10 26 24 14 4 20 20 16 36 2 12-2 24-8 30z"
      className="fill-ridge"
    />
    <path d="M14 524h612" strokeWidth="6" strokeLinecap="round" className="stroke-stone" />
    <House />
    <Neighbours />
  </svg>
);
