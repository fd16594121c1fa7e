import { use } from "react";
import type { Place } from "../../../server/features/maintenance/schema.ts";
import { SelectField } from "../../ui/Fields.tsx";
import { FormValues } from "../../ui/Form.tsx";

export const placeWords: Record<Place, string> = {
  common: "On the common property",
  section: "Inside a section",
};

const hints = {
  common: "a lift, passage, roof, outside wall, gate, or a pipe for several units",
  section: "within the walls, floor and ceiling of one unit",
};

const hereToo = "The trustees decide what is so here.";

/**
 * The sentences that say who normally pays, and why. Sources: Sectional Titles Schemes Management
 * Act 8 of 2011, sections 3(1)(l) and 13(1)(c), as attorneys and managing agents quote them, not
 * read in the Gazette. A scheme may have another rule.
 */
export const payers: Record<Place, string> = {
  common: `Normally the body corporate pays, out of the levies: it keeps the common property in repair (Sectional Titles Schemes Management Act, section 3(1)(l)). ${hereToo}`,
  section: `Normally the owner pays, who keeps the section in repair (Sectional Titles Schemes Management Act, section 13(1)(c)). ${hereToo}`,
};

const options = (Object.keys(placeWords) as Place[]).map(
  (place) => [place, `${placeWords[place]}: ${hints[place]}`] as const,
);

/** In the form for a request: one plain question, and at once what follows from the answer. */
export function WhoPays() {
  const { place } = use(FormValues);
  return (
    <div className="grid gap-2">
      <SelectField
        label="Where is it? (optional)"
        name="place"
        options={options}
        placeholder="I do not know"
      />
      {(place === "common" || place === "section") && (
        <p role="status" className="max-w-prose text-soft">
          {payers[place]}
        </p>
      )}
    </div>
  );
}
