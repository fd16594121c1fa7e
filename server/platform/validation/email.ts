const atom = /^[\w!#$%&'*+/=?^`{|}~-]+$/;
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const hostLabel = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}$/u;

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
