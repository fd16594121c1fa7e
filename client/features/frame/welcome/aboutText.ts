/** A term of sectional title in plain words, with where the law defines it. */
type Term = readonly [term: string, meaning: string, source: string];

// STA: Sectional Titles Act 95 of 1986. STSMA: Sectional Titles Schemes Management Act 8 of 2011.
// PMR: the prescribed management rules, Annexure 1 to the STSMA's regulations of 2016.
// CSOS Act: Community Schemes Ombud Service Act 9 of 2011.
export const chapters: readonly { title: string; terms: readonly Term[] }[] = [
  {
    title: "What you own",
    terms: [
      [
        "Section",
        "Your flat itself, up to the middle line of its walls, floor and ceiling. Inside that line it is yours alone to use, and yours to keep in repair.",
        "STA s 5(4); STSMA s 13",
      ],
      [
        "Common property",
        "The land, and every part of the building that is nobody's section: roof, stairs, outside walls, garden, and this front step. All owners own it together; nobody owns a piece of it alone.",
        "STA s 1, s 16",
      ],
      [
        "Unit",
        "Your section together with your share in the common property. The two cannot be sold apart.",
        "STA s 1, s 16(2)",
      ],
      [
        "Exclusive use area",
        "A part of the common property that only you may use, such as a parking bay or a patch of garden. It stays common property; you usually pay what it costs, with your levy or directly.",
        "STA s 27; STSMA s 10(7), s 3(1)(c)",
      ],
    ],
  },
  {
    title: "Who decides",
    terms: [
      [
        "Body corporate",
        "All owners together, as one legal person. Whoever becomes an owner belongs to it from that day and cannot resign while they own. It looks after the common property, insures the buildings and collects the levies.",
        "STSMA s 2, s 3",
      ],
      [
        "Trustees",
        "The committee the owners choose at each annual general meeting. They do the body corporate's work from day to day, within its rules and what the meeting decided, and must act honestly and in its interest.",
        "STSMA s 7, s 8; PMR 7",
      ],
      [
        "Participation quota (PQ)",
        "Your share, to four decimals of a percent. In a home it is your section's floor area divided by that of all sections, garages too: 80 m² of 4 000 m² are 2.0000 %. Unless the rules say otherwise it sets your share in the common property, the weight of your vote where votes are counted by value, and your part of the levies.",
        "STA s 32; STSMA s 11",
      ],
    ],
  },
  {
    title: "What it costs",
    terms: [
      [
        "Levy",
        "What each owner pays, usually every month, into the administrative fund: insurance, wages, water and light of the common property, repairs. It is owed from when the trustees decide it, and also by an owner who does not live here.",
        "STSMA s 3(1)(a) and (f), s 3(2)",
      ],
      [
        "Reserve fund",
        "Money put aside for big work to come, such as painting or a new lift, following a written plan of at least ten years.",
        "STSMA s 3(1)(b); PMR 22",
      ],
      [
        "Special levy",
        "An extra amount for something necessary that cannot wait for the next year's budget.",
        "STSMA s 3(3), s 3(4); PMR 21(3)(a)",
      ],
    ],
  },
  {
    title: "How we live together",
    terms: [
      [
        "Management rules",
        "How the body corporate is run: meetings, votes, trustees, money. Only a unanimous resolution of the owners changes them.",
        "STSMA s 10(2)(a); PMR",
      ],
      [
        "Conduct rules",
        "How neighbours treat each other and the building: noise, pets, parking, visitors, washing. Owners change them by a special resolution. Everybody who lives here keeps to them, tenants and their visitors too.",
        "STSMA s 10(2)(b), s 10(4)",
      ],
    ],
  },
  {
    title: "When we disagree",
    terms: [
      [
        "Community Schemes Ombud Service (CSOS)",
        "Talk to each other first, then to the trustees. What cannot be settled here can be taken to the Ombud, by owners, tenants or the body corporate: first conciliation, then an adjudicator whose order binds. New rules also need the Ombud's approval before they count.",
        "CSOS Act s 38, s 47 to 57; STSMA s 10(5)",
      ],
    ],
  },
];

export const laws = [
  "Sectional Titles Act 95 of 1986 (STA)",
  "Sectional Titles Schemes Management Act 8 of 2011 (STSMA), with its regulations of 2016: the prescribed management rules (PMR) and conduct rules",
  "Community Schemes Ombud Service Act 9 of 2011 (CSOS Act)",
];
