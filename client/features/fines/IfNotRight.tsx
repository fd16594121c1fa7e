import { sayLongDay, today } from "../../ui/days.ts";

/** How a fine is disputed, on the screen and on paper. After the day that it is due, no day is named. */
export const IfNotRight = ({ dueDate }: { dueDate: string }) => (
  <p>
    If you think that this is not right, please tell the trustees
    {dueDate > today() && ` before ${sayLongDay(dueDate)}`}, and say why. What cannot be settled
    with them can be taken to the Community Schemes Ombud Service (CSOS).
  </p>
);
