import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { homeOf, useSession } from "../account/session.ts";
import { placesOf, retainedDataOf, rights } from "./noticeText.ts";

export const Route = createFileRoute("/_public/privacy")({
  staticData: { title: "Privacy" },
  loader: () => utils.public.privacy.notice.ensureData(),
  component: Notice,
});

const profiles = {
  admin: "/admin/profile",
  resident: "/resident/profile",
  staff: "/staff/staffprofile",
} as const;

/** A non-breaking space keeps a section's number beside its "s". */
const bound = (words: string) => words.replace(/\bs (?=\d)/g, "s\u00a0");

function Notice() {
  const [notice] = api.public.privacy.notice.useSuspenseQuery();
  const session = useSession();
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-8 sm:py-12">
      <h1 className="text-4xl">What we keep about you</h1>
      <p className="mt-5 text-lg">
        {notice.building} keeps some of your personal information in Stoep. This page says what we
        keep, why, for how long and who sees it. Section 18 of the Protection of Personal
        Information Act (POPIA) asks us to tell you. We keep nothing longer than we need it (s 14).
      </p>
      <section className="mt-10" aria-labelledby="kept">
        <h2 id="kept" className="text-2xl">
          What is kept
        </h2>
        <div className="mt-4 divide-y divide-line border-y border-line">
          {retainedDataOf(notice).map(({ what, why, long, who }) => (
            <section key={what} className="py-5">
              <h3 className="text-lg font-semibold">{what}</h3>
              <dl className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-[7rem_1fr]">
                {Object.entries({ Why: why, "How long": long, "Who sees it": who }).map(
                  ([name, words]) => (
                    <div key={name} className="contents">
                      <dt className="text-sm font-semibold text-soft sm:pt-0.5">{name}</dt>
                      <dd className="max-sm:mb-2">{bound(words)}</dd>
                    </div>
                  ),
                )}
              </dl>
            </section>
          ))}
        </div>
      </section>
      <section className="mt-10">
        <h2 className="text-2xl">Where it is kept</h2>
        <ul className="mt-4 list-disc space-y-2 pl-5">
          {placesOf(notice).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </section>
      <section className="mt-10">
        <h2 className="text-2xl">What you may ask for</h2>
        <dl className="mt-4 divide-y divide-line border-y border-line">
          {rights.map(([right, how]) => (
            <div key={right} className="gap-6 py-4 sm:grid sm:grid-cols-[15rem_1fr]">
              <dt className="font-semibold">{bound(right)}</dt>
              <dd>{how}</dd>
            </div>
          ))}
        </dl>
        {session && (
          <p className="mt-4">
            <TextLink to={profiles[session.userRole] ?? homeOf(session)}>To your profile</TextLink>
          </p>
        )}
      </section>
      <section className="mt-10">
        <h2 className="text-2xl">Who to ask</h2>
        <p className="mt-4 wrap-anywhere">
          {notice.officer
            ? `The building's information officer: ${notice.officer}`
            : "Ask the trustees."}
        </p>
        <p className="mt-4 text-soft">
          This page explains. It is not legal advice. Only the law itself counts. The sections are
          those of the Protection of Personal Information Act 4 of 2013.
        </p>
      </section>
    </article>
  );
}
