export const actions = {
  "profile.confirm_email": "confirmed their new email with their password",
  "profile.update": "changed a profile",
};
