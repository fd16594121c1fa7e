export const announcementsActions = {
  "announcements.post": "posted an announcement",
};
