/**
 * `to` if it is a page of this house: one slash and then visible ASCII without a backslash, since
 * browsers read `//x`, `/\x` and `/<tab>/x` as the address of another host.
 */
export function ownPage(to: string | undefined): string | null {
  return to && to.length <= 1000 && /^\/(?!\/)[!-[\]-~]*$/.test(to) ? to : null;
}
