import type { MaintenanceType } from "../../features/people/schema.ts";

/** Units 1 to 40: the surname, then the people in the home, whose first names are usernames too. */
export const households = [
  "Nkosi: Thandi, Sibusiso",
  "van Wyk: Johan, Annelie",
  "Naidoo: Priya",
  "Mahlangu: Kagiso, Boitumelo",
  "Khumalo: Themba, Nomvula",
  "Jacobs: Chantelle, Ashwin",
  "Mthembu: Zanele",
  "Pretorius: Hendrik",
  "Moodley: Kavitha, Dinesh",
  "Tshabalala: Mpho",
  "Baloyi: Tsakani, Hlulani",
  "Fourie: Marlene",
  "Radebe: Lwazi",
  "Abrahams: Yusuf, Nadia",
  "Mabena: Palesa, Karabo",
  "Smith: Graham, Helen",
  "van der Merwe: Elmarie, Pieter",
  "Sibeko: Ayanda",
  "Govender: Ravi, Anusha",
  "Masondo: Nokuthula",
  "Motaung: Thabo, Refilwe",
  "Adams: Megan, Tristan",
  "Nemavhandu: Rendani",
  "Coetzee: Francois, Karien",
  "Maseko: Siyabonga, Busisiwe",
  "Chetty: Lavanya",
  "Mokgosi: Lesedi",
  "Booysen: Ricardo, Lee-Ann",
  "Ngcobo: Philani",
  "Davids: Ebrahim, Fatima",
  "Dlamini: Sizwe, Nolwazi",
  "Phiri: Chipo",
  "O'Connor: Siobhan",
  "Sekgobela: Tumelo, Dineo",
  "Vilakazi: Mandla, Thandeka",
  "Meyer: Stefan, Lize",
  "Mashaba: Vutomi",
  "Williams: Bronwyn, Keagan",
  "Makhanya: Xolani",
  "Patel: Hitesh, Meera",
] as const;

export const trustees = ["nomvula", "pieter", "fatima"] as const;

/** Units whose residents moved in during the year, with how many days ago. */
export const newcomers: Readonly<Record<number, number>> = {
  4: 301,
  13: 229,
  22: 172,
  29: 96,
  35: 41,
};

export const staff: readonly [name: string, surname: string, trade: MaintenanceType][] = [
  ["Sipho", "Ndlovu", "Security"],
  ["Tshepo", "Molefe", "Security"],
  ["Grace", "Mokoena", "Cleaning"],
  ["Lindiwe", "Zulu", "Cleaning"],
  ["Riaan", "Botha", "Electricity"],
  ["Bongani", "Sithole", "Groundskeeping"],
];

export const visitorNames = [
  ...["Lerato", "Michael", "Nosipho", "Willem", "Aisha", "Tebogo", "Sarah", "Vusi", "Charlene"],
  ...["Imraan", "Naledi", "Gert", "Zodwa", "Kyle", "Deshni", "Katlego", "Emma", "Musa", "Farida"],
  ...["Bheki", "Liezel", "Kamogelo", "Daniel", "Nandi", "Shaun", "Precious", "Andre", "Khanyi"],
  ...["Rashida", "Neo", "Jaco", "Phindile", "Suresh", "Anathi", "Craig", "Itumeleng", "Zahra"],
] as const;

export const visitorSurnames = [
  ...["Dube", "Botes", "Mkhize", "Isaacs", "Pillay", "Modise", "Steyn", "Gumede", "Petersen"],
  ...["Hlongwane", "Nel", "Reddy", "Mahomed", "Zwane", "Thompson", "Maluleke", "Kruger", "Cele"],
  ...["Maharaj", "Ramaphala", "Hendricks", "Buthelezi", "Venter", "Shabangu", "Brown", "Mudau"],
  ...["Daniels", "Letsoalo", "Swart", "Majola", "Essop", "Tau", "Wessels", "Xaba", "Khan"],
] as const;
