/**
 * Returns `to` if it is a page of this server: one slash and then visible ASCII without a
 * backslash, because browsers read `//x`, `/\x` and `/<tab>/x` as an address of another host.
 */
export function ownPage(to: string | undefined): string | null {
  return to && to.length <= 1000 && /^\/(?!\/)[!-[\]-~]*$/.test(to) ? to : null;
}
