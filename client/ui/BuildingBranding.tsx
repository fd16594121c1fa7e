import { addressOf, useBranding } from "./branding.ts";

export function BuildingPicture({ className }: { className: string }) {
  const { name, picture } = useBranding();
  if (!picture) return null;
  return (
    <img
      src={addressOf(picture)}
      alt={name}
      width="160"
      height="160"
      className={`shrink-0 bg-sunken object-cover ${className}`}
    />
  );
}

export function BuildingBranding({ look, className }: { look: string; className: string }) {
  const { name, picture } = useBranding();
  if (!name) return null;
  return (
    <p className={`flex min-w-0 items-center gap-2.5 font-semibold ${className}`}>
      <BuildingPicture className={look} />
      {/* Read out once, as the picture's text. */}
      <span aria-hidden={picture ? true : undefined} className="min-w-0 truncate" title={name}>
        {name}
      </span>
    </p>
  );
}
