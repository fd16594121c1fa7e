export const actions = {
  "auth.oidc_sign_in": "signed in with the provider",
  "session.choose_password": "chose a password",
  "session.make_bearer": "made a token for a program",
  "session.revoke_bearer": "revoked a token",
  "session.sign_in": "signed in",
  "session.sign_out": "signed out",
  "session.sign_out_device": "signed a device out",
  "session.sign_out_everywhere": "signed out everywhere",
  "session.unlock": "unlocked a person's login",
};
