export const actions = {
  "passkeys.add": "added a passkey",
  "passkeys.remove": "removed a passkey",
};
