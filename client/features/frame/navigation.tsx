import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";

export interface NavItem {
  to: NonNullable<LinkProps["to"]>;
  within?: string;
  label: string;
  icon: LucideIcon;
  group?: string;
  /** Whether it is in the bottom bar of phones, which has room for four beside its menu. */
  inBar?: boolean;
}

export function useHere(...addresses: (string | undefined)[]) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const here = addresses.some((each) => each && `${path}/`.startsWith(`${each}/`));
  return { "aria-current": here ? ("page" as const) : undefined };
}

/** For a finger 44 px; beside a mouse less, so that all links fit on a laptop 625 px high. */
export const sideHeight =
  "min-h-11 lg:pointer-fine:min-h-9 lg:pointer-fine:[@media(660px<height<=800px)]:min-h-[1.6rem] lg:pointer-fine:[@media(height<=660px)]:min-h-6";

const sideLink =
  "flex items-center gap-3 rounded-lg px-2.5 font-semibold text-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-fynbos-pale aria-[current=page]:text-ink";

export const SideLink = ({ to, within, label, icon: Icon }: NavItem) => (
  <Link to={to} {...useHere(to, within)} className={`${sideLink} ${sideHeight}`}>
    <Icon className="size-5 shrink-0" />
    <span className="min-w-0 truncate">{label}</span>
  </Link>
);

export const SideLinks = ({ navItems }: { navItems: readonly NavItem[] }) => {
  const groups = [...new Set(navItems.map(({ group }) => group))];
  return groups.map((group) => {
    const links = navItems.filter((item) => item.group === group);
    return (
      <div key={group ?? ""} className="grid">
        {group && (
          <p className="px-2.5 pt-2 text-xs leading-4 font-semibold tracking-wide text-soft lg:pointer-fine:[@media(height<=660px)]:pt-0">
            {group}
          </p>
        )}
        {links.map((item) => (
          <SideLink key={item.to} {...item} />
        ))}
      </div>
    );
  });
};

/** Side by side in the bottom bar; the menu's, where text is too large for the bar, in the header. */
export const barLink =
  "flex min-h-11 min-w-0 items-center gap-2 px-2 font-semibold text-soft hover:text-ink xs:min-h-16 xs:flex-1 xs:flex-col xs:justify-center xs:gap-1 xs:px-0 xs:py-1.5 xs:border-t-3 xs:border-transparent xs:text-[min(0.75rem,3.5vw)] xs:leading-tight xs:tracking-tight xs:aria-[current=page]:border-clay xs:aria-[current=page]:text-ink";

export const BarLink = ({ to, within, label, icon: Icon }: NavItem) => (
  <Link to={to} {...useHere(to, within)} className={barLink}>
    <Icon className="size-6 shrink-0" />
    <span className="max-w-full text-center">{label}</span>
  </Link>
);
