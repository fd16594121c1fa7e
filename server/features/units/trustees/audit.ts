export const actions = {
  "trustees.begin": "entered a trustee's term",
  "trustees.end": "ended a trustee's term",
};
