export const actions = {
  "visitors.redact": "removed the names from old visits",
  "visitors.sign_in": "signed a visitor in",
  "visitors.sign_out": "signed a visitor out",
  "visitors.undo_sign_out": "took back that a visitor had left",
};
