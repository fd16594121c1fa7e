import { use } from "react";
import { type Answers, api } from "../../trpc.ts";
import { sayLongDay, today } from "../../ui/days.ts";
import { FormValues } from "../../ui/Form.tsx";
import { areaWords } from "./words.ts";

type Unit = Answers["admin"]["units"]["one"];
type Party = Answers["admin"]["parties"]["ofUnit"]["parties"][number];

function useNames() {
  const [people] = api.admin.privacy.people.useSuspenseQuery();
  return new Map(people.map((person) => [person.id, person]));
}

function useLeaving(owners: readonly Party[]): Party[] {
  const values = use(FormValues);
  return owners.filter(({ personId }) => values[`staying.${personId}.stays`] !== "yes");
}

/** Residents who do not stay living there, once the day of the sale has come. */
export function useSignInsToEnd(parties: readonly Party[]): Party[] {
  const { on = "", moveOut } = use(FormValues);
  const people = useNames();
  const leaving = useLeaving(parties.filter(({ role }) => role === "owner"));
  const livesHere = (person: string) =>
    parties.some(({ role, personId }) => role === "occupant" && personId === person);
  return leaving.filter(
    ({ personId }) =>
      on <= today() &&
      people.get(personId)?.role === "Resident" &&
      (moveOut === "yes" || !livesHere(personId)),
  );
}

/** The new owners who have no login; nobody before the day on which they own something. */
export function useToInvite() {
  const { on = "" } = use(FormValues);
  const people = useNames();
  const comes = useNewOwners();
  return on <= today() ? comes.filter(({ id }) => people.get(id)?.role === null) : [];
}

export function useNewOwners() {
  const values = use(FormValues);
  const people = useNames();
  const ids = Object.keys(values)
    .filter((name) => /^owners\.\d+\.personId$/.test(name))
    .sort()
    .flatMap((name) => values[name] || []);
  return [...new Set(ids)].map((id) => {
    const { name = "", surname = "" } = people.get(id) ?? {};
    return { id, name: `${name} ${surname}`.trim() };
  });
}

interface Props {
  unit: Unit;
  parties: readonly Party[];
  areas: Unit["areas"];
}

const joined = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");

export function TransferSummary({ unit, parties, areas }: Props) {
  const values = use(FormValues);
  const people = useNames();
  const comes = useNewOwners();
  const day = /^\d{4}-\d\d-\d\d$/.test(values.on ?? "") ? sayLongDay(values.on ?? "") : "that day";
  const owners = parties.filter(({ role }) => role === "owner");
  const leave = useLeaving(owners);
  const isTicked = ({ personId }: Party) => values[`endSignIn.${personId}`] !== undefined;
  const ended = useSignInsToEnd(parties).filter(isTicked);
  const signsIn = leave.filter(
    (owner) => people.get(owner.personId)?.role && !ended.includes(owner),
  );
  const ends = (name: string) => values[name] === "ends";
  const ending = [
    ...areas
      .filter(({ id }) => ends(`endAreas.${id}`))
      .map((area) => `${areaWords[area.kind]} ${area.label}`),
    ...parties.filter(({ id }) => ends(`endParties.${id}`)).map(({ name }) => name),
  ];
  const moving =
    values.moveOut === "yes"
      ? leave.filter(({ personId }) =>
          parties.some((party) => party.role === "occupant" && party.personId === personId),
        )
      : [];
  const bond = people.get(values.bondholder ?? "");
  const sentences = [
    comes.length > 0
      ? `From ${day} ${unit.label} is owned by ${joined([
          ...comes.map(({ name }) => name),
          ...owners.filter((owner) => !leave.includes(owner)).map(({ name }) => name),
        ])}.`
      : "Choose who comes.",
    leave.length > 0 &&
      `${joined(leave.map(({ name }) => name))} no longer ${leave.length > 1 ? "own" : "owns"} any part of ${unit.label}.`,
    moving.length > 0 &&
      `${joined(moving.map(({ name }) => name))} no longer ${moving.length > 1 ? "live" : "lives"} there.`,
    ending.length > 0 && `These end on that day: ${joined(ending)}.`,
    bond && `${`${bond.name} ${bond.surname}`.trim()} has a bond over it.`,
    values.moveIn === "yes" && "The new owners live there from that day.",
    `Payments still carry the reference ${unit.paymentReference}.`,
    ended.length > 0 && `${joined(ended.map(({ name }) => name))} can no longer log in, at once.`,
    signsIn.length > 0 && `${joined(signsIn.map(({ name }) => name))} can still log in.`,
  ].filter((sentence) => typeof sentence === "string");
  return (
    <ul aria-live="polite" className="mt-3 grid list-disc gap-1.5 pl-5">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
