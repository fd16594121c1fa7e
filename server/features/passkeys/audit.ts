export const passkeysActions = {
  "passkeys.add": "added a passkey",
  "passkeys.remove": "removed a passkey",
};
