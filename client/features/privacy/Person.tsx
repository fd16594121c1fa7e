import { Download, Eye } from "lucide-react";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { DataLink } from "../../ui/DataLink.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { Erase, type PersonData } from "./Erase.tsx";

/** In place of the role of a person who is known to the building and has no account. */
export const noSignIn = "No sign-in";

/** The stored data about one person, and an admin's actions for it. */
export function Person({ id }: { id: string }) {
  const [person] = api.admin.privacy.person.useSuspenseQuery({ id });
  const { name, surname, counts, state, removedAt } = person;
  const role = person.role ?? noSignIn;
  return (
    <>
      <PageHeader
        title={`${name} ${surname}`}
        up={<TextLink to="/admin/privacy">Privacy</TextLink>}
        note={state === "Here" ? role : `${role}, ${state.toLowerCase()}`}
      />
      <Facts
        facts={{
          Username: state === "Erased" ? "" : person.username,
          Email: <span className="wrap-anywhere">{person.email || "–"}</span>,
          "Cell Phone": person.cellPhone,
          Address: person.address,
          "Here since": <Moment at={person.createdAt} />,
          Removed: removedAt && <Moment at={removedAt} />,
          "Also kept": alsoRetained(counts),
        }}
      />
      <IdNumber id={id} masked={person.idNumber} />
      <Section
        title="Their data"
        note={
          <>
            Everything that is kept about them in one file, for when they ask for it (POPIA, s 23).
            The audit trail records that you downloaded it.
            {state === "Here" && " They can also download it from their own profile."}
          </>
        }
        className="mt-10"
      >
        <DataLink profileId={id}>
          <Download aria-hidden="true" className="size-5" />
          Download their data
        </DataLink>
      </Section>
      <Erase person={person} />
    </>
  );
}

function alsoRetained({ fines, unpaid, proofs, requests, visits }: PersonData["counts"]) {
  const retained = [
    fines && counted(fines, "fine") + (unpaid ? ` (${unpaid} not paid)` : ""),
    proofs && counted(proofs, "payment proof"),
    requests && counted(requests, "maintenance request"),
    visits && counted(visits, "visit"),
  ];
  return retained.filter(Boolean).join(", ") || "Nothing more";
}

/** Masked until an admin asks for it, which the audit trail records. */
function IdNumber({ id, masked }: { id: string; masked: string }) {
  const send = api.admin.privacy.reveal.useMutation();
  const number = send.data?.idNumber;
  return (
    <Section title="ID or passport number" className="mt-10">
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-lg tabular-nums">
          {number || masked || "Not known"}
        </p>
        {masked && !number && (
          <Button
            kind="quiet"
            small
            busy={send.isPending}
            onClick={() => !send.isPending && send.mutate({ id })}
          >
            <Eye aria-hidden="true" className="size-5" />
            Show all of it
          </Button>
        )}
      </div>
      {masked && !number && (
        <p className="mt-1 text-sm text-soft">The audit trail records that you looked.</p>
      )}
      <Failure error={send.error} className="mt-2" />
    </Section>
  );
}
