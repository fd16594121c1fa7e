import { Combobox as Parts } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { isIn, searchTextOf, termsOf } from "../../server/platform/lists/words.ts";
import { Frame, type Labelled } from "./Field.tsx";

type Option = readonly [value: string, words: string];

interface Props extends Labelled {
  options: readonly Option[];
  defaultValue?: string | undefined;
  placeholder?: string;
  /** What the list says if nothing has the typed words. */
  none?: string;
  /** Called with what is chosen, where no form sends it. */
  onChoose?: (value: string) => void;
}

/** More would be slow on an old phone; people type on to see the rest. */
const mostShown = 60;

export function ComboboxField({ label, name, hint, ...choice }: Props) {
  return (
    <Frame label={label} name={name} {...(hint && { hint })}>
      {({ className, ...wiring }) => (
        <Choice {...choice} {...wiring} label={label} className={className} />
      )}
    </Frame>
  );
}

interface ChoiceProps extends Omit<Props, "hint"> {
  id: string;
  className: string;
}

function Choice(props: ChoiceProps) {
  const {
    options,
    defaultValue = "",
    placeholder,
    none = "Nobody has that name.",
    onChoose,
    label,
    name,
    className,
    ...input
  } = props;
  const [value, choose] = useChosen(defaultValue);
  const anchor = useRef<HTMLDivElement>(null);
  const visible = useRef<HTMLInputElement>(null);
  const texts = useMemo(
    () => new Map(options.map(([each, words]) => [each, searchTextOf([words])])),
    [options],
  );
  /** As lists and the search find: words in any order, whatever their accents and apostrophes. */
  const finds = ([each]: Option, typed: string) =>
    termsOf(typed).every((term) => isIn(texts.get(each) ?? "", term));
  const chosen = options.find(([each]) => each === value.now) ?? null;
  return (
    <Parts.Root<Option>
      items={options}
      value={chosen}
      onValueChange={(option) => {
        choose(option?.[0] ?? "");
        if (option) onChoose?.(option[0]);
      }}
      itemToStringLabel={([, words]) => words}
      filter={finds}
      isItemEqualToValue={([one], [other]) => one === other}
      limit={mostShown}
      autoHighlight
    >
      <div ref={anchor} className="relative">
        <Parts.Input
          ref={visible}
          {...input}
          placeholder={placeholder}
          autoComplete="off"
          className={`${className} truncate pr-11`}
        />
        <Parts.Trigger
          tabIndex={-1}
          aria-label={`Show the choices for ${label.toLowerCase()}`}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center text-soft"
        >
          <ChevronDown className="size-5" />
        </Parts.Trigger>
      </div>
      <input
        ref={value.input}
        name={name}
        defaultValue={defaultValue}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        data-label={label}
        onFocus={() => visible.current?.focus()}
        className="sr-only"
      />
      <Parts.Portal>
        <Parts.Positioner anchor={anchor} sideOffset={4} className="z-30 outline-none">
          <Parts.Popup className="max-h-[min(24rem,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-lg bg-surface py-1 text-ink shadow-xl ring-1 ring-edge">
            <Parts.Empty className="px-3.5 py-2.5 text-soft empty:hidden">{none}</Parts.Empty>
            <Parts.List>
              {(option: Option) => (
                <Parts.Item
                  key={option[0]}
                  value={option}
                  className="flex min-h-11 cursor-default items-center gap-2 px-3.5 py-1.5 data-highlighted:bg-fynbos-pale"
                >
                  <span className="min-w-0 grow break-words">{option[1]}</span>
                  <Parts.ItemIndicator>
                    <Check className="size-5 text-fynbos" />
                  </Parts.ItemIndicator>
                </Parts.Item>
              )}
            </Parts.List>
          </Parts.Popup>
        </Parts.Positioner>
      </Parts.Portal>
    </Parts.Root>
  );
}

/** The chosen value, kept the same in the hidden input, which a form may empty or fill in again. */
function useChosen(first: string) {
  const input = useRef<HTMLInputElement>(null);
  const [now, setNow] = useState(first);
  useEffect(() => {
    const form = input.current?.form;
    const read = () => setNow(input.current?.value ?? "");
    // A reset changes the values after its event.
    const reset = () => setTimeout(read);
    // It may have been filled in already.
    read();
    form?.addEventListener("input", read);
    form?.addEventListener("reset", reset);
    return () => {
      form?.removeEventListener("input", read);
      form?.removeEventListener("reset", reset);
    };
  }, []);
  const choose = (next: string) => {
    const hidden = input.current;
    if (!hidden) return;
    hidden.value = next;
    hidden.dispatchEvent(new Event("input", { bubbles: true }));
    setNow(next);
  };
  return [{ now, input }, choose] as const;
}
