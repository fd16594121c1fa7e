import { errorsOf } from "../../errors.ts";

export const authError = errorsOf({
  "auth.signed_out": "401 Please log in first.",
  "auth.token_expired": "401 This token has expired. Make a new one on your profile.",
  "auth.bad_credentials": "401 Invalid email or password",
  "auth.too_many": "429 There were too many wrong tries. Wait a while, or ask an admin.",
  "auth.code_needed": "401 Also type the code that your app shows.",
  "auth.bad_code": "401 This code is wrong or was already used. Type the one your app shows now.",
  "auth.second_step_missing":
    "403 Admins here need a second step to log in. Set yours up on your profile first.",
  "auth.choose_password":
    "403 Somebody else chose your password. Choose your own first, then carry on.",
  "auth.wrong_current_password": "401 This is not your current password. Send it again.",
  "auth.weak_password": "400 This password is easy to guess. Choose another.",
  "auth.wrong_role": "403 Your account is not allowed to do this.",
  "auth.not_yours": "403 This belongs to somebody else.",
  "auth.password_needed":
    "403 You signed in some time ago. Please type your current password, so that we know it is you.",
  "auth.browser_only":
    "400 Notifications go to a browser that is signed in, and a token is for programs. Leave it out.",
  "auth.sign_in_again":
    "403 You signed in some time ago. Please sign out and in again, so that we know it is you.",
  "auth.wrong_password": "400 This is not your current password. Type it again.",
  "auth.unusable_link":
    "400 This link was used before or has expired. If you used it, log in with your password. Otherwise ask an admin for a new one.",
  "auth.unusable_code":
    "400 This code is wrong, has expired or was already used. Compare it with your sheet. If you used it, log in with your password. Otherwise ask an admin for a new one.",
  "auth.replaced_link":
    "400 This link was replaced by a newer one. Use your newest link or sheet, or ask an admin for another.",
  "auth.replaced_code":
    "400 This code was replaced by a newer one. Use your newest sheet or link, or ask an admin for another.",
  "auth.oidc_unavailable":
    "503 Your sign-in provider does not answer. Log in with your password, or try later.",
  "auth.oidc_refused":
    "401 The sign-in with your provider was not finished. Start again, or use your password.",
  "auth.oidc_unknown_email":
    "403 Your provider did not give us a verified email address that anybody here has. Ask an admin to check yours.",
  "auth.half_way_over":
    "401 The ten minutes for the code are over. Log in with your provider again.",
  "auth.oidc_off": "404 Sign-in with an outside provider is not set up here.",
  "factors.lost":
    "409 Stoep can no longer check the codes from your app. Use a recovery code, or ask an admin to reset your second step.",
  "passkeys.refused": "401 This passkey did not work. Try again, or log in with your password.",
  "passkeys.too_many": "409 You already have 20 passkeys. Remove one that you no longer use.",
});
