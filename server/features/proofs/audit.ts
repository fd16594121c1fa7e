export const proofsActions = {
  "proofs.add": "sent a payment proof",
  "proofs.forget": "deleted old proofs of an erased person",
};
