import { expect, test } from "vitest";
import { namesIn, saysNobody, saysNothing, saysOwner } from "./names.ts";

const one = (name: string, surname: string) => ({ name, surname, juristic: false });
const company = (name: string) => ({ name, surname: "", juristic: true });

test.each([
  ["Anna Smit", [one("Anna", "Smit")]],
  ["Smit, Anna", [one("Anna", "Smit")]],
  ["Anna & Piet Smit", [one("Anna", "Smit"), one("Piet", "Smit")]],
  ["Smit, Anna & Piet", [one("Anna", "Smit"), one("Piet", "Smit")]],
  ["Anna Smit and Piet Nel", [one("Anna", "Smit"), one("Piet", "Nel")]],
  ["Smit, A; Nel, P", [one("A", "Smit"), one("P", "Nel")]],
  ["J & M van der Merwe", [one("J", "van der Merwe"), one("M", "van der Merwe")]],
  ["Mr Johan van der Merwe", [one("Johan", "van der Merwe")]],
  ["Prof Dr M Zulu", [one("M", "Zulu")]],
  ["Mrs Naidoo", [one("", "Naidoo")]],
  ["Mr & Mrs Smith", [one("", "Smith"), one("", "Smith")]],
  ["Dr. T Nkosi", [one("T", "Nkosi")]],
  ["Smit", [one("Smit", "")]],
  ["", []],
  // Two capitals are initials, and a word such as Church alone makes no company.
  ["CC Nkosi", [one("CC", "Nkosi")]],
  ["Nkosi CC", [one("CC", "Nkosi")]],
  ["Van Wyk CC", [one("CC", "Van Wyk")]],
  ["Naidoo, BK", [one("BK", "Naidoo")]],
  ["Anna Church", [one("Anna", "Church")]],
  ["Grace Trust MT Moyo", [one("Grace Trust MT", "Moyo")]],
  ["Trust Moyo", [one("Trust", "Moyo")]],
  ["Baobab Trust", [company("Baobab Trust")]],
  ["Baobab Trust (IT 123/2001)", [company("Baobab Trust (IT 123/2001)")]],
  ["Smit Trust IT1234/2005", [company("Smit Trust IT1234/2005")]],
  ["Moyo Trust TMP1234", [company("Moyo Trust TMP1234")]],
  ["Smit Trust MT 12/2019", [company("Smit Trust MT 12/2019")]],
  ["Smit Trust MT No. 12/2019", [company("Smit Trust MT No. 12/2019")]],
  ["Sunrise Trading CC", [company("Sunrise Trading CC")]],
  ["Grace Bible Church", [company("Grace Bible Church")]],
  ["First National Bank", [company("First National Bank")]],
  ["Die NG Kerk", [company("Die NG Kerk")]],
  ["Smit Trust and Anna Nel", [company("Smit Trust"), one("Anna", "Nel")]],
  ["A B Properties", [company("A B Properties")]],
  ["Baobab Trust No 2", [company("Baobab Trust No 2")]],
  ["The Baobab Trust Collective", [company("The Baobab Trust Collective")]],
  ["Dr J Smit Inc", [company("Dr J Smit Inc")]],
  ["Lady Grey Street Properties", [company("Lady Grey Street Properties")]],
  // A title means a person, and initials are no words that make a company.
  ["Mr A B Church", [one("A B", "Church")]],
  ["Mrs Anna Maria Bank", [one("Anna Maria", "Bank")]],
  ["Anna Maria Bank (Mrs)", [one("Anna Maria", "Bank")]],
  ["Dr J van der Kerk", [one("J", "van der Kerk")]],
  ["J P Church", [one("J P", "Church")]],
  ["Anna B Church", [one("Anna B", "Church")]],
  ["Anna van der Bank", [one("Anna", "van der Bank")]],
  ["Anna Maria van der Bank", [one("Anna Maria", "van der Bank")]],
  ["Grace Trust Moyo", [one("Grace Trust", "Moyo")]],
  ["The late Grace Trust Moyo", [one("Grace Trust", "Moyo")]],
  ["Smith & Sons (Pty) Ltd", [company("Smith & Sons (Pty) Ltd")]],
  ["Estate Late Anna Smit", [company("Estate Late Anna Smit")]],
  ["Sea Point Lets\n(Pty) Ltd", [company("Sea Point Lets (Pty) Ltd")]],
  ["Anna Smit; Baobab Trust", [one("Anna", "Smit"), company("Baobab Trust")]],
  // A surname comes first where initials, a title or brackets end the name.
  ["Van Wyk JP", [one("JP", "Van Wyk")]],
  ["van Wyk J.P.", [one("J.P.", "van Wyk")]],
  ["Smit A (Mrs)", [one("A", "Smit")]],
  ["Botha, Anna (Mev)", [one("Anna", "Botha")]],
  ["NKOSI T MR", [one("T", "NKOSI")]],
  ["NKOSI THABO MR", [one("THABO", "NKOSI")]],
  ["NKOSI THABO SIPHO MR.", [one("THABO SIPHO", "NKOSI")]],
  ["T NKOSI MR", [one("T", "NKOSI")]],
  ["JOHAN VAN WYK MR", [one("JOHAN", "VAN WYK")]],
  ["THABO NKOSI (MR)", [one("THABO", "NKOSI")]],
  ["Thabo Nkosi Mr", [one("Thabo", "Nkosi")]],
  ["NKOSI THABO MR NKOSI ZANELE MRS", [one("THABO", "NKOSI"), one("ZANELE", "NKOSI")]],
  ["ZULU M PROF DR", [one("M", "ZULU")]],
  ["Sipho Dube Jr", [one("Sipho", "Dube Jr")]],
  ["Sipho Dube (Jr)", [one("Sipho", "Dube Jr")]],
  ["J Smit (Jnr.)", [one("J", "Smit Jnr.")]],
  ["Anna Smit (owner)", [one("Anna", "Smit")]],
  ["Anna Smit (Owner-occupied)", [one("Anna", "Smit")]],
  ["Anna Smit (née Nel)", [one("Anna", "Smit (née Nel)")]],
  ["Anna (Annie) Smit", [one("Anna (Annie)", "Smit")]],
  ["Ravi s/o Kumar", [one("Ravi s/o", "Kumar")]],
  ["Anna Smit\nPiet Nel", [one("Anna", "Smit"), one("Piet", "Nel")]],
  ["Anna Smit\r\nBaobab Trust", [one("Anna", "Smit"), company("Baobab Trust")]],
  ["Anna &\nPiet Smit", [one("Anna", "Smit"), one("Piet", "Smit")]],
  ["Anna\nSmit", [one("Anna", "Smit")]],
  ["Johan\nvan der Merwe", [one("Johan", "van der Merwe")]],
  ["MR. T NKOSI MRS. Z NKOSI", [one("T", "NKOSI"), one("Z", "NKOSI")]],
  ["NKOSI T MR NKOSI Z MRS", [one("T", "NKOSI"), one("Z", "NKOSI")]],
  ["MRS Z NKOSI & MR T NKOSI", [one("Z", "NKOSI"), one("T", "NKOSI")]],
  ["Mr J & Mrs M Smit", [one("J", "Smit"), one("M", "Smit")]],
  ["Mr & Mrs J & M Smit", [one("J", "Smit"), one("M", "Smit")]],
  ["Smit, Mr J", [one("J", "Smit")]],
  // Where all is in capitals, too.
  ["ANNA NEL", [one("ANNA", "NEL")]],
  ["PIETER UYS", [one("PIETER", "UYS")]],
  ["NEL JP", [one("JP", "NEL")]],
  ["VAN WYK JP", [one("JP", "VAN WYK")]],
  ["Nel JPM", [one("JPM", "Nel")]],
  // Particles at the beginning begin a surname.
  ["Van Wyk", [one("", "Van Wyk")]],
  ["Van der Merwe Johan", [one("Johan", "Van der Merwe")]],
  // What is not a part of the name.
  ["Anna Smit (50%)", [one("Anna", "Smit")]],
  ["Anna Smit (1/2)", [one("Anna", "Smit")]],
  ["Anna Smit 50% / Piet Nel 50%", [one("Anna", "Smit"), one("Piet", "Nel")]],
  ["Anna Smit 1/2 & Piet Nel 1 / 2", [one("Anna", "Smit"), one("Piet", "Nel")]],
  ["Anna Smit 1/2, Piet Nel 1/2", [one("Anna", "Smit"), one("Piet", "Nel")]],
  ["50% Anna Smit", [one("Anna", "Smit")]],
  ["Smit, Anna - 50%", [one("Anna", "Smit")]],
  ["Anna Smit: 50 %", [one("Anna", "Smit")]],
  ["Anna Smit (1/2 share) & Piet Nel [50%]", [one("Anna", "Smit"), one("Piet", "Nel")]],
  ["Smit Trust 1/2", [company("Smit Trust 1/2")]],
  ["24/7 Cleaning CC", [company("24/7 Cleaning CC")]],
  ["50%", [one("50%", "")]],
  ["Nkosi T & Z (Mr & Mrs)", [one("T", "Nkosi"), one("Z", "Nkosi")]],
  ["J Nel N.O.", [one("J", "Nel")]],
  ["Nel N.O.", [one("N.O.", "Nel")]],
  ["Anna Smit c/o Piet Nel & Ben Cele", [one("Anna", "Smit"), one("Ben", "Cele")]],
  ["100% Properties CC", [company("100% Properties CC")]],
  ["A Smit (Deceased)", [one("A", "Smit")]],
  ["Anna Smit c/o Piet Nel", [one("Anna", "Smit")]],
  ["Smit Familietrust", [company("Smit Familietrust")]],
  ["J & M Smit Familietrust", [company("J & M Smit Familietrust")]],
  ["Est Late A Smit", [company("Est Late A Smit")]],
  ["Estate A Smit", [company("Estate A Smit")]],
  ["Estate Moyo", [one("Estate", "Moyo")]],
])("%j is as many people or companies as it names", (cell, people) => {
  expect(namesIn(cell)).toEqual(people);
});

test("a column of surnames, and one that says person or company, win over what a name looks like", () => {
  expect(namesIn("Anna", { surname: "Smit" })).toEqual([one("Anna", "Smit")]);
  expect(namesIn("Anna en Piet", { surname: "Smit" })).toEqual([
    one("Anna", "Smit"),
    one("Piet", "Smit"),
  ]);
  expect(namesIn("Anna", { surname: "Church" })).toEqual([one("Anna", "Church")]);
  expect(namesIn("Anna Maria", { surname: "Church" })).toEqual([one("Anna Maria", "Church")]);
  expect(namesIn("Anna\nPiet", { surname: "Smit\nNel" })).toEqual([
    one("Anna", "Smit"),
    one("Piet", "Nel"),
  ]);
  for (const juristic of [undefined, false])
    expect(namesIn("Anna\nPiet", { surname: "Smit", juristic })).toEqual([
      one("Anna", "Smit"),
      one("Piet", "Smit"),
    ]);
  for (const share of ["(1/2)", "1/2", "- 50%"])
    expect(namesIn(`Anna ${share}`, { surname: `Smit ${share}` })).toEqual([one("Anna", "Smit")]);
  expect(namesIn("Sipho", { surname: "Dube (Mr)" })).toEqual([one("Sipho", "Dube")]);
  expect(namesIn("Sipho", { surname: "Pastor" })).toEqual([one("Sipho", "Pastor")]);
  expect(namesIn("Sea Point", { surname: "Lets (Pty) Ltd" })).toEqual([
    company("Sea Point Lets (Pty) Ltd"),
  ]);
  expect(namesIn("Olifant & Dogters", { juristic: true })).toEqual([company("Olifant & Dogters")]);
  expect(namesIn("Oak Family Trust", { juristic: false })).toEqual([one("Oak Family", "Trust")]);
  expect(namesIn("Anna & Bo", { surname: "Smit", juristic: false })).toEqual([
    one("Anna & Bo", "Smit"),
  ]);
});

test("a comma is between two names where each has an email, and they are whole", () => {
  const nkosi = [one("Thabo", "Nkosi"), one("Zanele", "Nkosi")];
  expect(namesIn("Thabo Nkosi, Zanele Nkosi", { emails: 2 })).toEqual(nkosi);
  for (const emails of [1, 3])
    expect(namesIn("Thabo Nkosi, Zanele Nkosi", { emails })).toHaveLength(1);
  for (const cell of [
    "Smit, Anna Maria",
    "van Wyk, Johan Piet",
    "Smit Nel, A B",
    "Dr Smit, Anna M",
  ])
    expect(namesIn(cell, { emails: 2 }), cell).toHaveLength(1);
  expect(namesIn("Sea Point Lets, Cape Town (Pty) Ltd", { emails: 2 })).toHaveLength(1);
});

test("words for nobody, for nothing and for the owner are no names", () => {
  for (const cell of ["N/A", "#N/A", "n.a.", "-", "TBC", "T.B.C.", "T. B. C.", "None", "Geen"])
    expect([saysNothing(cell), saysNobody(cell)], cell).toEqual([true, true]);
  for (const cell of ["#NUM!", "Not available"]) expect(saysNothing(cell), cell).toBe(true);
  for (const cell of [
    "Owner occupied (Mrs Dube)",
    "Owner/occupier",
    "O/O",
    "Owners live there",
    "Eienaar okkupeer",
    "N/A - owner occupied",
    "Not applicable - owner occupied",
    "N/A (owner occupied)",
    "No tenant, owner occupied",
    "Owner lives in unit",
    "Owner is living in the flat",
    "Owner occupied since 2019",
    "Owner occupied / self",
    "Owner occupied with family",
    "Owner occupied: Mrs Dube",
    "Owner & family",
    "Owner at present overseas",
    "Owner now lives there",
  ])
    expect(saysOwner(cell), cell).toBe(true);
  for (const cell of [
    "Vacant",
    "vacant unit",
    "No tenant",
    "Leeg",
    "Not occupied",
    "Vacant - to let",
    "Vacant/To let",
    "Vacant (being sold)",
    "Vacant since March",
    "VACANT - under renovation",
    "No tenant yet",
    "Not yet let",
    "Nie bewoon",
    "Onbewoon",
    "Leë",
    "Te huur",
    "Same as above",
    "x",
    "Vacant?",
    "Vacant - renovations",
    "Vacant and for sale",
    "Vacant as from 1 Dec",
    "Vacant 01/12/2026",
    "No tenant as yet",
    "No tenant - vacant",
    "N/A - vacant",
    "Sold",
    "Leeg - verf",
    "Leeg vanaf Mei",
    "To let being renovated",
    "To let - currently empty",
    "Not let yet (new)",
  ])
    expect([saysNothing(cell), saysNobody(cell)], cell).toEqual([false, true]);
  for (const cell of ["Owner occupied", "OWNER-OCCUPIER", "Owner", "Self", "Eienaar"])
    expect(saysOwner(cell), cell).toBe(true);
  for (const cell of [
    "",
    "Anna Smit",
    "Nonkululeko",
    "Owner's mother",
    "0",
    "Vacant Smit",
    "Leeg, Anna",
    "LEEG ANNA",
    "Leeg J & M",
    "Owner - Anna Smit",
    "Owner now Ben Cele",
    "Vacant Land Holdings (Pty) Ltd",
  ])
    expect([saysNothing(cell), saysNobody(cell), saysOwner(cell)], cell).not.toContain(true);
  expect([saysNobody("No owner"), saysOwner("No owner")]).toEqual([true, false]);
});
