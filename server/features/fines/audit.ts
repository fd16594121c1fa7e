export const actions = {
  "fines.issue": "issued a fine",
  "fines.set_status": "changed a fine's status",
  "fines.withdraw": "withdrew a fine",
  "fines.put_back": "put a withdrawn fine back",
  "fines.undo": "took back a change of a fine",
  "proofs.forget": "deleted old proofs of an erased person",
  "reminders.make": "made a reminder letter",
};
