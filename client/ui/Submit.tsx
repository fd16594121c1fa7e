import { type ComponentProps, use } from "react";
import { Button } from "./Button.tsx";
import { FormBusy } from "./Form.tsx";

/**
 * Sends the form around it, and shows that this is going on.
 * @param busy whether something else of it is still going on
 */
export const Submit = ({ busy = false, ...button }: ComponentProps<typeof Button>) => (
  <Button type="submit" {...button} busy={use(FormBusy) || busy} />
);
