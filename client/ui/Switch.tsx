interface Props {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export const Switch = ({ label, checked, onChange }: Props) => (
  <label className="inline-flex min-h-12 items-center gap-3 font-semibold">
    <span className="relative inline-flex">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="peer h-7 w-12 appearance-none rounded-full border border-edge bg-sunken transition-colors checked:border-fynbos checked:bg-fynbos"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-edge transition-transform peer-checked:translate-x-5 peer-checked:bg-surface"
      />
    </span>
    <span className="text-balance">{label}</span>
  </label>
);
