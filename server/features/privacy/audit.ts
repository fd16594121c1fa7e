export const actions = {
  "privacy.erase": "erased a person's personal details",
  "privacy.export": "downloaded a person's data",
  "privacy.reveal": "looked at an ID number",
};
