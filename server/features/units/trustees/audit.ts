export const actions = {
  "trustees.begin": "entered a trustee's term",
  "trustees.end": "entered the end of a trustee's term",
};
