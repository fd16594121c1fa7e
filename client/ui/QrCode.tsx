interface Props {
  svg: string;
  alt: string;
  className?: string;
}

export const QrCode = ({ svg, alt, className = "size-48" }: Props) => (
  <img
    src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
    alt={alt}
    className={`rounded-lg ring-1 ring-line ${className}`}
  />
);
