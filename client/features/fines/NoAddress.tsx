import { PersonLink } from "../../ui/PersonLink.tsx";
import { Warning } from "../../ui/Warning.tsx";

/** Says before a letter is made that nobody knows where it should go. */
export const NoAddress = ({ people }: { people: readonly { id: string; name: string }[] }) =>
  people.length > 0 && (
    <div className="mb-6 max-w-3xl print:hidden">
      <Warning role="status">
        No address is known for{" "}
        {people.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <PersonLink id={id}>{name}</PersonLink>
          </span>
        ))}
        , so a letter shows only the name. Enter one under “Edit” on{" "}
        {people.length === 1 ? "that page." : "their pages."}
      </Warning>
    </div>
  );
