export function Spinner() {
  return (
    <div role="status" className="grid min-h-72 place-items-center content-center gap-4 text-soft">
      <Ring className="size-20 text-clay" />
      <span className="sr-only motion-reduce:not-sr-only">Loading…</span>
    </div>
  );
}

export const Ring = ({ className }: { className: string }) => (
  <svg viewBox="0 0 80 80" aria-hidden="true" className={`animate-spin ${className}`}>
    <circle
      cx="40"
      cy="40"
      r="34"
      fill="none"
      strokeWidth="7"
      stroke="currentColor"
      opacity="0.2"
    />
    <path
      d="M40 6a34 34 0 0 1 34 34"
      fill="none"
      strokeWidth="7"
      stroke="currentColor"
      strokeLinecap="round"
    />
  </svg>
);
