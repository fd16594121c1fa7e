/** Normalizes usernames and emails for comparison, without regard to case or accent encoding. */
export const nameKey = (name: string): string => name.trim().normalize("NFKC").toLowerCase();

/** The key for comparing labels and addresses: "Unit 3" and "unit3" are the same unit. */
export const unitKey = (label: string): string => nameKey(label).replace(/\s/g, "");
