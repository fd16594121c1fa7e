import { nameInParts } from "../validation/schema.ts";

/** A person or a company as written in one cell, or in one cell for each part of the name. */
export interface ReadName {
  name: string;
  /** Empty for a company or trust, and where only one word is known. */
  surname: string;
  juristic: boolean;
}

const company =
  /(?:\b(?:pty|ltd|limited|cc|bk|npc|inc|trust|trustees|bank|properties|investments|holdings|estates?|church|municipality|eiendomme|beleggings)\b|\(pty\))/i;

/** Whether a name looks like a company's or trust's: `Baobab Trust`, `Sea Point Lets (Pty) Ltd`. */
const isCompany = (name: string): boolean => company.test(name);

const titles =
  /^(?:(?:mr|mrs|ms|miss|dr|prof|adv|rev|ds|mnr|mev|mej|me|the late|estate late)\b\.?\s*)+/i;

/** `Smit, Anna` or `Anna Smit`. */
function whole(text: string): ReadName {
  const bare = text.replace(titles, "").trim();
  const comma = /^([^,]+),\s*([^,]+)$/.exec(bare);
  if (comma?.[1] && comma[2])
    return { name: comma[2].replace(titles, "").trim(), surname: comma[1].trim(), juristic: false };
  const { name, surname } = nameInParts(bare);
  return { name, surname, juristic: false };
}

const and = /(?<!\s)\s*(?:&|\+|;|\/|\n|\band\b|\ben\b)\s*/i;

/**
 * The people in a cell: `Anna Smit`, `Smit, Anna`, `Anna & Piet Smit`, `Anna Smit and Piet Nel`, or a
 * company. Titles are left out.
 * @param surname the cell of a column of surnames, which then belongs to all of them; may be empty
 */
export function namesIn(cell: string, surname = ""): ReadName[] {
  const text = cell.replace(/\s+/g, " ").trim();
  const last = surname.trim();
  if (text === "" && last === "") return [];
  if (isCompany(`${text} ${last}`))
    return [{ name: `${text} ${last}`.trim(), surname: "", juristic: true }];
  if (last !== "") {
    const surnames = last.split(and);
    return text.split(and).map((name, at) => ({
      name: name.replace(titles, "").trim(),
      surname: surnames[at] ?? surnames[0] ?? "",
      juristic: false,
    }));
  }
  // `Smit, Anna & Piet`: both have the surname before the comma.
  const shared = /^([^,&]+),\s*(.+)$/.exec(text);
  if (shared?.[1] && shared[2] && and.test(shared[2])) return namesIn(shared[2], shared[1]);
  const read = text.split(and).filter(Boolean).map(whole);
  const family = read.findLast(({ surname }) => surname !== "")?.surname ?? "";
  return read.map((each) => (each.surname === "" ? { ...each, surname: family } : each));
}
