const atom = /^[\w!#$%&'*+/=?^`{|}~-]+$/;
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const hostLabel = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}$/u;

/**
 * With a host in small letters, if it has letters beyond ASCII: SQLite's lower() leaves those as they
 * are, so an email that is already used would not be found.
 */
export function withSmallHost(text: string): string {
  const host = text.lastIndexOf("@") + 1;
  const isPlain = host === 0 || /^[ -~]*$/.test(text.slice(host));
  return isPlain ? text : text.slice(0, host) + text.slice(host).toLowerCase();
}

/**
 * As RFC 5321 (4.1.2) has them, at a host with a dot in its name, which may have letters of all
 * languages (IDN) and does not end in a number.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, host] = [text.slice(0, Math.max(0, at)), text.slice(at + 1).split(".")];
  const isLocal = quoted.test(local) || local.split(".").every((part) => atom.test(part));
  const isHost = host.every((label) => hostLabel.test(label) && !label.endsWith("-"));
  return (
    isLocal && local.length <= 64 && isHost && host.length > 1 && !/^\d+$/.test(host.at(-1) ?? "")
  );
}
