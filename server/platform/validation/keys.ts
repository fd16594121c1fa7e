import { wholeFigure } from "../csv/repaired.ts";
import { sameText, tidyLine } from "./typed.ts";

/** For comparing usernames and emails. Keys are stored, so they stay the same for the same name. */
export const nameKey = (name: string): string => tidyLine(name).normalize("NFKC").toLowerCase();

/** The key for comparing the names of people: O'Connor, O’Connor and OConnor are the same. */
export const personKey = (name: string): string => sameText(name).replace(/[\s'.-]/g, "");

/** The key for comparing labels and addresses: "Unit 3" and "unit3" are the same unit. */
export const unitKey = (label: string): string => nameKey(label).replace(/\s/g, "");

const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, "");

/** The key for comparing the numbers of sections: "03", "3.0" and "3" are the same. It is not stored. */
export const sectionKey = (section: string): string => withoutZeros(wholeFigure(unitKey(section)));

const unitWords =
  /\b(?:unit|flat|apartment|apt|door|section|sec|room|number|no|nr|eenheid|woonstel|deur|deel)\b\.?/g;

/**
 * Without words such as "Unit" and leading zeros: "Flat 01", "1.0" and "1" meet. A mark between two
 * figures stays, as a dot: "1.5" and "Block 1 unit 5" are not 15.
 */
export const unitNumber = (label: string): string => {
  const figure = wholeFigure(nameKey(label).replace(unitWords, " ").replace(/#/g, " ").trim());
  return withoutZeros(
    figure.replace(/(?<=\d)[\s.:]+(?=\d)/g, ".").replace(/[\s:]|(?<!\d)\.|\.(?!\d)/g, ""),
  );
};
