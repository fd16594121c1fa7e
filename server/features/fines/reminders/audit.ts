export const actions = {
  "reminders.make": "made a reminder letter",
};
