import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_public/about")({
  staticData: { title: "About Us" },
  component: About,
});

const words = [
  ["Section", "Your flat itself, up to the middle of its walls, floor and ceiling. It is yours."],
  [
    "Common property",
    "Everything that is nobody's section: the roof, stairs, garden, pipes, and this front step.",
  ],
  [
    "Exclusive use area",
    "A part of the common property only you may use, such as a parking bay or a garden patch.",
  ],
  [
    "Body corporate",
    "All owners together. Whoever buys a section belongs to it from the day of transfer.",
  ],
  ["Trustees", "Owners chosen each year to run the building's affairs from day to day."],
  [
    "Participation quota (PQ)",
    "Your share: your floor area against that of all sections. It sets your levy and the weight of your vote.",
  ],
  ["Levy", "What each owner pays towards insurance, repairs, wages and the reserve fund."],
  [
    "Conduct rules",
    "How neighbours live together here: noise, pets, parking, visitors. Tenants keep to them too.",
  ],
] as const;

function About() {
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-8 sm:py-12">
      <h1 className="text-4xl">About Us</h1>
      <p className="mt-5 text-lg">
        This building is a sectional title scheme: each of us owns a part of it alone, and all of us
        own the rest together. Stoep is where we look after both.
      </p>
      <h2 className="mt-10 text-2xl">What sectional title means</h2>
      <dl className="mt-4 divide-y divide-line">
        {words.map(([word, meaning]) => (
          <div key={word} className="gap-6 py-4 sm:grid sm:grid-cols-[13rem_1fr]">
            <dt className="font-semibold">{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-soft">
        The law behind it: the Sectional Titles Act 95 of 1986 and the Sectional Titles Schemes
        Management Act 8 of 2011. Disputes that cannot be settled here go to the Community Schemes
        Ombud Service.
      </p>
    </article>
  );
}
