interface Props {
  label: string;
  part: number | null;
  className?: string;
}

/** A bar that fills; unknown progress is shown by stripes. */
export const Progress = ({ label, part, className = "mt-1" }: Props) => (
  <progress
    aria-label={label}
    max={100}
    value={part === null ? undefined : Math.round(part * 100)}
    className={`block h-2 w-full ${className}`}
  />
);
