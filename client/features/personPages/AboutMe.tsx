import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Line, ShortList } from "../../ui/ShortList.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { whose } from "../../ui/tableSearch.ts";
import { PersonFacts } from "../people/PersonFacts.tsx";
import { Terms, Units, WhatWasSaid } from "./Lists.tsx";
import { sayOwnEntry } from "./words.ts";

export const Route = createFileRoute("/resident/about-me")({
  validateSearch: whose,
  loaderDeps: ({ search }) => search,
  staticData: { title: "About me" },
  loader: ({ deps }) =>
    Promise.all([utils.resident.personPages.mine.ensureData(deps), loadPaperHead()]),
  component: AboutMe,
});

function AboutMe() {
  const search = Route.useSearch();
  const [me] = api.resident.personPages.mine.useSuspenseQuery(search);
  return (
    <>
      <PageHeader
        printed
        title="About me"
        note="What the building knows of you. If something is wrong that you cannot change, tell an admin."
      >
        <TextLink to="/resident/profile" search={search}>
          Change cell phone, email or password
        </TextLink>
      </PageHeader>
      <PersonFacts
        person={me}
        emailNote={me.sharesEmail && "Others have it too, so you log in with your username"}
        first={{ Name: me.fullName, Username: me.username }}
        last={{ "Known since": <Moment at={me.createdAt} /> }}
      />
      <Units units={me.units} mayOpen={false} />
      <Terms terms={me.terms} />
      <WhatWasSaid said={me.said} isShared={false} whom="you" />
      <ShortList title="What was changed" rows={me.history} count={0} empty="Nothing was changed.">
        {(entry) => (
          <Line when={<Moment at={entry.at} />}>
            <span className="wrap-anywhere">{sayOwnEntry(entry)}</span>
          </Line>
        )}
      </ShortList>
    </>
  );
}
