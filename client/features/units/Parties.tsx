import { partyRoles } from "../../../server/features/units/occupancy/schema.ts";
import { type Answers, api, refreshes, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Day } from "../../ui/DateTime.tsx";
import { EndDay } from "../../ui/EndDay.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { keepsLogin, roleWords } from "./words.ts";

type Party = Answers["admin"]["parties"]["ofUnit"]["parties"][number];

interface Props {
  parties: readonly Party[];
  empty?: string;
  isPast?: boolean;
  readOnly?: boolean;
}

export function Parties({ parties, empty, isPast = false, readOnly }: Props) {
  if (parties.length === 0) return <p className="mt-2 text-soft">{empty}</p>;
  const several = parties.filter(({ role }) => role === "owner").length > 1;
  return (
    <ul className="mt-1 max-w-3xl divide-y divide-line">
      {[...parties].sort(byRole).map((party) => (
        <li key={party.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <div className="min-w-0 grow">
            <PersonLink id={party.personId} className="min-h-8!">
              {party.name}
            </PersonLink>
            <p>
              {roleWords[party.role]}
              {party.role === "owner" && several && !isPast && `, ${shareOf(party)} %`}
              {party.votes && !isPast && ", has the vote"}
              <span className="text-soft">
                {" · "}
                <Period {...party} />
              </span>
            </p>
          </div>
          {!readOnly && (
            <div className="flex flex-wrap gap-2 print:hidden">
              {party.role === "owner" && several && !isPast && !party.votes && <Votes {...party} />}
              <End {...party} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Owners first, then who lives there; the order within a role stays. */
const byRole = (one: Party, other: Party) =>
  partyRoles.indexOf(one.role) - partyRoles.indexOf(other.role);

const shareOf = ({ share }: Party) => (share ?? 0) / 10_000;

export function Period({ since, until }: { since: string; until: string | null }) {
  return (
    <>
      {since ? <Day before="since " on={since} /> : "from the beginning"}
      {until && <Day before=", until " on={until} />}
    </>
  );
}

function Votes({ id, name }: Party) {
  const send = api.admin.parties.setVoter.useMutation(refreshes(utils.admin.parties));
  return (
    <>
      <QuietButton
        small
        which={name}
        busy={send.isPending}
        onClick={() => send.mutate({ partyId: id })}
      >
        Give the vote
      </QuietButton>
      <Failure error={send.error} />
    </>
  );
}

const endingSchema = async () =>
  (await import("../../../server/features/units/occupancy/schema.ts")).ending;

function End({ id, name, role, until }: Party) {
  const send = api.admin.parties.end.useMutation({ onSuccess: () => utils.invalidate() });
  return (
    <EndDay
      which={`${name}, ${roleWords[role].toLowerCase()}`}
      until={until}
      title={`${name}: ${roleWords[role].toLowerCase()} until when?`}
      consequence={keepsLogin}
      schema={endingSchema}
      send={send}
      also={{ partyId: id }}
    />
  );
}
