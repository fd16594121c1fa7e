export const actions = {
  "announcements.post": "posted an announcement",
};
