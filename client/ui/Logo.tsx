import { Link } from "@tanstack/react-router";

/** A gable, its door and the front steps. The same drawing is public/icon.svg. */
const Mark = () => (
  <svg viewBox="0 0 40 40" aria-hidden="true" className="size-[42.5px] shrink-0">
    <rect width="40" height="40" rx="9" className="fill-clay" />
    <path
      d="M8.5 27V16h4c1.2 0 1.6-.7 1.8-1.8.3-1.8 1.4-2.2 2-3.6.7-1.7 2-2.9 3.7-2.9s3 1.2 3.7 2.9c.6 1.4 1.7 1.8 2 3.6.2 1.1.6 1.8 1.8 1.8h4v11z"
      className="fill-on-clay"
    />
    <path d="M16.5 27v-5.500a3.5 3.5 0 0 1 7 0V27z" className="fill-clay" />
    <path
      d="M9.5 30.200h21M6.5 34h27"
      strokeWidth="2"
      strokeLinecap="round"
      className="stroke-on-clay"
    />
  </svg>
);

export const HomeLink = () => (
  <Link to="/" aria-label="Stoep, to the welcome page" className="inline-block rounded-lg py-1">
    <span className="flex w-[120px] items-center gap-[8.5px]">
      <Mark />
      <span className="text-[27px] leading-none font-bold tracking-tight">Stoep</span>
    </span>
  </Link>
);
