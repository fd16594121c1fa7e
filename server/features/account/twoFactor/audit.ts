export const actions = {
  "factors.new_codes": "made new recovery codes",
  "factors.reset": "turned off a person's second step",
  "factors.rule_for_admins": "changed whether admins need a second step",
  "factors.turn_off": "turned off their second step",
  "factors.turn_on": "set up a second step",
};
