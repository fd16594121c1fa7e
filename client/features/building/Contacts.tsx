import { Popover } from "@base-ui/react/popover";
import { Phone } from "lucide-react";
import { type ReactElement, useRef } from "react";
import { api } from "../../trpc.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { useSession } from "../account/session.ts";

/** South Africa's own numbers, which need no airtime: the police's and the health departments'. */
const emergencies = [
  { label: "Any emergency, from a cellphone", number: "112" },
  { label: "Police", number: "10111" },
  { label: "Ambulance and fire", number: "10177" },
];

export function Contacts({ trigger }: { trigger: ReactElement }) {
  const { data: own, isError } = api.member.building.contacts.useQuery();
  const isAdmin = useSession()?.userRole === "admin";
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} className="z-20">
          {/* The focus is not on a number at once, because Enter would call it. */}
          <Popover.Popup
            initialFocus={title}
            className="max-h-(--available-height) w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-xl bg-surface p-4 shadow-xl ring-1 ring-edge outline-none"
          >
            <Popover.Title ref={title} tabIndex={-1} className="text-lg outline-none">
              Numbers to call
            </Popover.Title>
            <List numbers={own ?? []} />
            {isError && (
              <p className="mt-1 text-sm text-soft">
                The building's own numbers could not be loaded.
              </p>
            )}
            {own?.length === 0 && (
              <p className="mt-1 text-sm text-soft">
                {isAdmin
                  ? "The building's own numbers are missing: the caretaker's, the guard's. "
                  : "The admins have not entered the building's own numbers yet."}
                {isAdmin && <TextLink to="/admin/building">Enter them</TextLink>}
              </p>
            )}
            <h3 className="mt-3 border-t border-line pt-3 font-semibold">Emergencies</h3>
            <List numbers={emergencies} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const List = ({ numbers }: { numbers: readonly { label: string; number: string }[] }) => (
  <ul>
    {numbers.map(({ label, number }) => (
      <li key={`${label} ${number}`}>
        <a
          href={`tel:${number.replace(/[^+\d]/g, "")}`}
          className="flex min-h-12 items-center gap-3 rounded-lg px-2 hover:bg-sunken"
        >
          <Phone className="size-5 shrink-0 text-clay" />
          <span className="min-w-0">
            <span className="block text-sm text-soft">{label}</span>
            <span className="block font-semibold tabular-nums">{number}</span>
          </span>
        </a>
      </li>
    ))}
  </ul>
);
