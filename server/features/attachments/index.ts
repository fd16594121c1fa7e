import { addingOf, attachmentKinds, type KindName, kindOf } from "./schema.ts";

export { personal } from "./personal.ts";

/** The actions in the audit trail, with words that follow a person's name. */
export const actions: Readonly<Record<string, string>> = Object.fromEntries(
  (Object.keys(attachmentKinds) as KindName[]).flatMap((kind) => {
    const { added, removed } = kindOf(kind);
    return [[addingOf(kind), added], ...(removed ? [[`${kind}.remove`, removed]] : [])];
  }),
);
