export const actions = {
  "proofs.add": "sent a payment proof",
  "proofs.forget": "deleted old proofs of an erased person",
};
