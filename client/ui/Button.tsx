import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { Ring } from "./Spinner.tsx";

const looks = {
  solid: "bg-clay text-on-clay hover:bg-clay-deep",
  quiet: "bg-surface text-ink ring-1 ring-inset ring-edge hover:bg-sunken",
  plain: "text-soft hover:bg-sunken hover:text-ink",
  chip: "rounded-full! bg-surface text-ink ring-1 ring-inset ring-edge hover:bg-sunken aria-pressed:bg-fynbos-pale aria-pressed:ring-2 aria-pressed:ring-fynbos",
  danger: "bg-danger text-on-danger hover:brightness-90",
};
const shape =
  "relative inline-flex items-center justify-center gap-2 rounded-lg font-semibold xs:whitespace-nowrap";

interface Look {
  kind?: keyof typeof looks;
  small?: boolean;
}

const sizeOf = (small: boolean) => (small ? "min-h-11 px-3" : "min-h-12 px-3 xs:px-4 sm:px-5");

interface Props extends ComponentProps<"button">, Look {
  /** Shows progress, and ignores presses; a form ignores them by itself. */
  busy?: boolean;
  /** Words after the text for screen readers, in a list: whose button it is, such as "of Thandi". */
  which?: string;
}

export const Button = ({
  kind = "solid",
  small = false,
  busy = false,
  which,
  className,
  onClick,
  children,
  ...rest
}: Props) => (
  <button
    type="button"
    aria-disabled={busy}
    aria-busy={busy}
    onClick={busy ? undefined : onClick}
    className={`${shape} ${sizeOf(small)} ${looks[kind]} disabled:opacity-50 ${className ?? ""}`}
    {...rest}
  >
    {busy && <Ring className="size-5" />}
    {children}
    {which && <span className="sr-only"> {which}</span>}
  </button>
);

const LinkLook = ({
  kind = "solid",
  small = false,
  className,
  ...rest
}: ComponentProps<"a"> & Look) => (
  <a className={`${shape} ${sizeOf(small)} ${looks[kind]} ${className ?? ""}`} {...rest} />
);
export const ButtonLink = createLink(LinkLook);

// The commonest look, by name.
export const QuietButton = (props: Omit<Props, "kind">) => <Button kind="quiet" {...props} />;
export const QuietLink = createLink((props: ComponentProps<"a"> & Omit<Look, "kind">) => (
  <LinkLook kind="quiet" {...props} />
));
