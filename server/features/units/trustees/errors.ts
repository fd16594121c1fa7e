import { errorsOf } from "../../../errors.ts";

export const trusteesError = errorsOf({
  "trustees.unknown": "404 This term could not be found. Reload the page.",
  "trustees.ends_before": "400 The last day is before the first. Check both days.",
  "trustees.overlaps":
    "400 This person is a trustee on some of these days already. Check the days.",
  "trustees.two_chairs":
    "400 Somebody else is the chairperson on some of these days. Enter the end of their term first.",
});
