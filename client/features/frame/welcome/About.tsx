import { createFileRoute } from "@tanstack/react-router";
import { TextLink } from "../../../ui/TextLink.tsx";
import { chapters, laws } from "./aboutText.ts";

export const Route = createFileRoute("/_public/about")({
  staticData: { title: "About Us" },
  component: About,
});

function About() {
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-8 sm:py-12">
      <h1 className="text-4xl">About Us</h1>
      <p className="mt-5 text-lg">
        This building is a sectional title scheme: each of us owns a part of it alone, and all of us
        own the rest together. Stoep is where we look after both.
      </p>
      {chapters.map(({ title, terms }) => (
        <section key={title} className="mt-10">
          <h2 className="text-2xl">{title}</h2>
          <dl className="mt-4 divide-y divide-line border-y border-line">
            {terms.map(([term, meaning, source]) => (
              <div key={term} className="gap-6 py-4 sm:grid sm:grid-cols-[13rem_1fr]">
                <dt className="font-semibold">{term}</dt>
                <dd>
                  <p>{meaning}</p>
                  <p className="mt-1 text-sm text-soft">{source}</p>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section className="mt-10">
        <h2 className="text-2xl">Where this comes from</h2>
        <ul className="mt-4 list-disc space-y-1 pl-5">
          {laws.map((law) => (
            <li key={law}>{law}</li>
          ))}
        </ul>
        <p className="mt-4">
          <TextLink to="/privacy">What we keep about you, and why</TextLink>
        </p>
        <p className="mt-4 text-soft">
          This page explains. It is not legal advice. Only the law itself and our own registered
          rules count. Ask the trustees to show you the rules.
        </p>
      </section>
    </article>
  );
}
