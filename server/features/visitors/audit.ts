export const actions = {
  "visitors.redact": "removed the names from old visits",
  "visitors.sign_in": "signed a visitor in",
  "visitors.sign_out": "signed a visitor out",
};
