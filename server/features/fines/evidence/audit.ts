export const actions = {
  "evidence.add": "added a photo to a fine",
  "evidence.remove": "removed a photo from a fine",
};
