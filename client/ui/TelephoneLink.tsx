import { formatTelephone } from "../../server/platform/telephones/format.ts";

/** A number that a phone calls at a press; a dash where there is none. */
export const TelephoneLink = ({ number }: { number: string }) =>
  number ? (
    <a
      href={`tel:${number.replace(/[^\d+]/g, "")}`}
      className="whitespace-nowrap underline underline-offset-4"
    >
      {formatTelephone(number)}
    </a>
  ) : (
    "–"
  );
