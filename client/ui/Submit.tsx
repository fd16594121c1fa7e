import { type ComponentProps, use } from "react";
import { Button } from "./Button.tsx";
import { FormBusy } from "./Form.tsx";

/** @param busy whether something else of the form is still going on */
export const Submit = ({ busy = false, ...button }: ComponentProps<typeof Button>) => (
  <Button type="submit" {...button} busy={use(FormBusy) || busy} />
);
