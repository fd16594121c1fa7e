export const actions = {
  "maintenance.log": "asked for maintenance",
  "maintenance.set_status": "opened or closed a request",
};
