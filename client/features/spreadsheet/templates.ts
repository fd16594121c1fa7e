/** The headings and an example row of a list, and the first part of its file's name. */
export interface Template {
  name: string;
  rows: string[][];
}

// With dashes, Excel keeps a telephone number's zero.
const cellPhone = "082-123-4567";

export const ofUnits: Template = {
  name: "people-and-units",
  rows: [
    ["Unit", "Section", "Floor area", "PQ", "Owner or tenant", "Name", "Surname", "Email", "Cell"],
    ["Unit 3", "3", "82", "2,5000", "Owner", "Thandi", "Nkosi", "t@example.co.za", cellPhone],
  ],
};

export const ofStaff: Template = {
  name: "staff",
  rows: [
    ["Name", "Surname", "Email", "Cell phone", "ID/Passport number", "Maintenance type"],
    ["Grace", "Zulu", "grace@example.co.za", cellPhone, "8001015009087", "Cleaning"],
  ],
};
