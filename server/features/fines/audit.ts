export const actions = {
  "fines.issue": "issued a fine",
  "fines.set_status": "changed a fine's status",
};
