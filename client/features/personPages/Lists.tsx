import type { LinkProps } from "@tanstack/react-router";
import { formatRand } from "../../../server/platform/money/format.ts";
import { Day, Moment } from "../../ui/DateTime.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { counted } from "../../ui/plural.ts";
import { Line, ShortList } from "../../ui/ShortList.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { TextAnchor, TextLink } from "../../ui/TextLink.tsx";
import { sayPart, sayPeriod } from "../units/words.ts";
import {
  type Held,
  type PersonPage,
  type Said,
  saidInOrder,
  sayOwed,
  sayStage,
  sayTerm,
  type Term,
} from "./words.ts";

/** The units somebody has or had. @param mayOpen the reader may open the units' pages */
export const Units = ({ units, mayOpen }: { units: readonly Held[]; mayOpen: boolean }) => (
  <ShortList title="Units" rows={units} count={0} empty="No unit is entered.">
    {(held) => (
      <Line when={sayPeriod(held)}>
        {mayOpen ? (
          <TextLink to="/admin/units/$unitId" params={{ unitId: held.unitId }} className="min-h-6!">
            {held.unit}
          </TextLink>
        ) : (
          <span className="font-semibold">{held.unit}</span>
        )}
        {` · ${sayPart(held)}`}
      </Line>
    )}
  </ShortList>
);

export const Terms = ({ terms }: { terms: readonly Term[] }) =>
  terms.length > 0 && (
    <ShortList title="Terms as a trustee" rows={terms} empty="">
      {(term) => <Line when={sayPeriod(term)}>{sayTerm(term)}</Line>}
    </ShortList>
  );

/** The link to all fines of a person. Only residents have a list of their own. */
const finesOf = ({ id, role, state }: PersonPage): LinkProps =>
  role === "Resident" && state === "Here"
    ? { to: "/admin/residents/$residentId/fines", params: { residentId: id } }
    : { to: "/admin/fines", search: { person: id } };

export const Fines = ({ person }: { person: PersonPage }) => {
  const { count, rows } = person.fines;
  return (
    <ShortList
      title="Fines"
      rows={rows}
      count={count}
      note={sayOwed(person.fines)}
      empty="No fines."
      all={count > 0 && <TextLink {...finesOf(person)}>All their fines</TextLink>}
    >
      {({ id, type, amountCents, reference, status, issuedAt }) => (
        <Line when={<Moment at={issuedAt} />}>
          <TextLink
            to="/admin/fines/$fineId/update"
            params={{ fineId: id }}
            className="mr-3 min-h-6!"
          >
            {`${type}, ${formatRand(amountCents)}`}
          </TextLink>
          <span className="mr-3 text-soft">{reference}</span>
          <StatusBadge status={status} />
        </Line>
      )}
    </ShortList>
  );
};

export const Requests = ({ person: { id, requests } }: { person: PersonPage }) => (
  <ShortList
    title="Maintenance requests"
    rows={requests.rows}
    count={requests.count}
    empty="No requests."
    all={
      requests.count > 0 && (
        <TextLink to="/admin/maintenance" search={{ person: id }}>
          All their requests
        </TextLink>
      )
    }
  >
    {({ maintenanceType, description, date, status }) => (
      <Line when={<Day on={date} />}>
        <span className="mr-3">{`${maintenanceType}: ${description}`}</span>
        <StatusBadge status={status} />
      </Line>
    )}
  </ShortList>
);

export const Visits = ({ person: { id, visits } }: { person: PersonPage }) => (
  <ShortList
    title="Visits"
    rows={visits.rows}
    count={visits.count}
    empty="No visits."
    all={
      visits.rows.some(({ signedOutAt }) => signedOutAt === null) && (
        <TextLink to="/admin/visitors" search={{ person: id }}>
          Their visitors who are in now
        </TextLink>
      )
    }
  >
    {({ visitorName, visitorSurname, visitationType, signedInAt, ...visit }) => (
      <Line
        when={
          // In the order of the list: who is in by when they came, who left by when they left.
          <>
            {visit.signedOutAt && sayStage(visit)}{" "}
            <Moment at={visit.signedOutAt ?? visit.arrivedAt ?? signedInAt} />
          </>
        }
      >
        {`${visitorName} ${visitorSurname}, ${visitationType}`}
        {!visit.signedOutAt && <span className="ml-3 font-semibold">{sayStage(visit)}</span>}
      </Line>
    )}
  </ShortList>
);

export function Papers({ person: { papers, invite } }: { person: PersonPage }) {
  const file = (path: string, what: string) => (paper: (typeof papers.proofs)[number]) => ({
    ...paper,
    what,
    href: `/api/property/${path}/${paper.id}/file`,
  });
  const rows = [
    ...papers.proofs.map(file("payment-proofs", "Payment proof")),
    ...papers.photos.map(file("fine-evidence", "Photo for a fine")),
  ];
  return (
    <ShortList
      title="Papers"
      rows={rows}
      count={papers.count + papers.photoCount}
      note={
        invite && (
          <>
            {invite.kind === "sheet" ? "A printed invite" : "A link for a password"} still works,
            until <Moment at={invite.until} />.
          </>
        )
      }
      empty="No payment proofs or photos."
    >
      {({ what, fileName, href, at }) => (
        <Line when={<Moment at={at} />}>
          <TextAnchor href={href} target="_blank" className="mr-3 min-h-6! wrap-anywhere">
            {fileName}
          </TextAnchor>
          <span className="text-soft">{what}</span>
        </Line>
      )}
    </ShortList>
  );
}

interface SaidProps {
  said: Said;
  isShared: boolean;
  whom: "you" | "them";
}

export const WhatWasSaid = ({ said, isShared, whom }: SaidProps) => (
  <ShortList
    title={`Letters and mails to ${whom}`}
    rows={saidInOrder(said)}
    note={
      isShared && said.mails.length > 0 && "Others have this email too, so a mail may be theirs."
    }
    empty="No letters or mails."
  >
    {({ at, words }) => <Line when={<Moment at={at} />}>{words}</Line>}
  </ShortList>
);

export const Merged = ({ merged }: Pick<PersonPage, "merged">) =>
  merged.length > 0 && (
    <ShortList
      title="Merged entries"
      rows={merged}
      note={`${counted(merged.length, "entry", "entries")} turned out to be this person.`}
      empty=""
    >
      {({ id, name }) => <PersonLink id={id}>{name}</PersonLink>}
    </ShortList>
  );
