export const actions = {
  "invites.reset_link": "made a link to choose a password",
  "invites.verify_email": "verified their email",
};
