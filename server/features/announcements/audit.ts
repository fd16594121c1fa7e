export const actions = {
  "announcements.post": "posted an announcement",
  "announcements.undo": "took an announcement back",
};
