import { households } from "../cli/demo/names.ts";
import { seeded } from "../cli/demo/random.ts";

// A list of residents as a managing agent has it: typed by many people over the years, exported
// from Excel.

interface Person {
  name: string;
  surname: string;
  email: string;
  cell: string;
  idNumber: string;
  unit: string;
  note: string;
}

const firstNames = [
  ...["Thandi", "Nomvula", "André", "Renée", "Zoë", "Chloé", "Naïma", "Jürgen", "José", "Siobhán"],
  ...["Ntšhadi", "Tshiamo", "Puleng", "Mmabatho", "Rofhiwa", "Hlulani", "D'Angelo", "Lee-Ann"],
  ...['Johannes "Kobus"', "Sibusiso; Jnr", "Ngũgĩ", "Ḽivhuwani", "François", "Annemarié"],
];
const surnames = [
  ...households.map((household) => household.split(":")[0] ?? ""),
  ...["O'Connor", "van der Merwe", "Müller", "Nemavhandu, Snr", "Ṱhoho", "Mokgôthô", "de Villiërs"],
];

/** The faults of rows: how each spoils a row, and the expected message. */
const faults: readonly [spoil: (person: Person) => Partial<Person>, said: RegExp][] = [
  [() => ({ idNumber: "8.00102E+12" }), /ID\/Passport number 8\.00102E\+12 was shortened/],
  [() => ({ cell: "8.2123E+08" }), /Cell phone 8\.2123E\+08 was shortened/],
  [() => ({ idNumber: "105050090" + "87" }), /has 11 digits, but a South African one has 13/],
  [({ email }) => ({ email: email.replace("@", " at ") }), /Email must be an email address/],
  [() => ({ surname: "" }), /Name needs a first name and a surname/],
  [() => ({ cell: "later" }), /Cell phone must be a telephone number/],
  [() => ({ name: "N\u0000omsa" }), /Name contains characters that cannot be shown/],
  [() => ({ surname: "Nk\u202eosi" }), /Surname contains characters that cannot be shown/],
  [
    () => ({ name: "x".repeat(10_000) }),
    /Name (?:has more than 2 000|must be at most 80) characters/,
  ],
];

export interface MessyFile {
  text: string;
  /** The expected message for each faulty row, by its line in the file. */
  faults: Map<number, RegExp>;
}

/**
 * A file of `rows` residents with its own headings; accents, quotes, separators and line breaks in
 * cells; and empty lines and columns. It is the same each time.
 * @param wrong how many rows must be refused; they are spread over the file
 */
export function messyFile({ rows = 500, wrong = 0 }): MessyFile {
  const random = seeded(1_950);
  const lines = [
    "sep=;",
    "Voornaam;Van;E-mail address;Cellphone Number;ID/Passport;Unit No.;Notes;;",
  ];
  // The line in the file of the next row.
  let line = 3;
  const found = new Map<number, RegExp>();
  const write = (cell: string) =>
    /[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  for (let index = 0; index < rows; index += 1) {
    const digits = String(random.between(1_000_000, 9_999_999));
    let person: Person = {
      name: random.pick(firstNames),
      surname: random.pick(surnames),
      email: `bewoner${index}@example.co.za`,
      cell: random.pick([`082 ${digits}`, `82${digits}`, `'+27 82 ${digits}`, `(083) ${digits}`]),
      idNumber: `80010${random.between(10_000_000, 99_999_999)}`,
      unit: `Unit ${1 + (index % 200)}`,
      note: random.pick(["", "owes; R1 250,00", 'says "later"', "two\r\nlines", "'=SUM(A1)"]),
    };
    const every = Math.max(1, Math.floor(rows / Math.max(1, wrong)));
    const fault = found.size < wrong && index % every === 0;
    const [spoil, message] = faults[found.size % faults.length] ?? [];
    if (fault && spoil && message) {
      person = { ...person, ...spoil(person) };
      found.set(line, message);
    }
    const { name, surname, email, cell, idNumber, unit, note } = person;
    const cells = [` ${name}`, `${surname}  `, email, cell, idNumber, unit, note, "", ""].map(
      write,
    );
    lines.push(cells.join(";"));
    line += note.includes("\n") ? 2 : 1;
    if (random.chance(0.05)) {
      lines.push(random.pick(["", ";;;;;;;;", "   "]));
      line += 1;
    }
  }
  return { text: `${lines.join("\r\n")}\r\n`, faults: found };
}
