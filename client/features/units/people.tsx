import type { Answers } from "../../trpc.ts";
import { TextLink } from "../../ui/TextLink.tsx";

type Someone = Answers["admin"]["privacy"]["people"][number];

/** Everybody who is here, to choose from: with their address, because names repeat. */
export const peopleOptions = (people: readonly Someone[]) =>
  people
    .filter(({ state }) => state === "Here")
    .map(({ id, name, surname, address }) => {
      const whole = `${name} ${surname}`.trim();
      return [id, address ? `${whole}, ${address}` : whole] as const;
    });

/** For somebody who is not to choose from yet. */
export const AddPersonLink = () => (
  <TextLink to="/admin/people/new">Somebody who is not in the list</TextLink>
);
