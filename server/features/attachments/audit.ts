import { attachmentKinds, type KindName, kindOf } from "./schema.ts";

/** The name of adding one in the trail: a file that there is only one of is set. */
export const addingOf = (kind: KindName) => `${kind}.${kindOf(kind).most === 1 ? "set" : "add"}`;

export const actions: Readonly<Record<string, string>> = Object.fromEntries(
  (Object.keys(attachmentKinds) as KindName[]).flatMap((kind) => {
    const { added, removed } = kindOf(kind);
    return [[addingOf(kind), added], ...(removed ? [[`${kind}.remove`, removed]] : [])];
  }),
);
