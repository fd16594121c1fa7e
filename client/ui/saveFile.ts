import { client } from "../trpc.ts";

interface ToSave {
  address: string;
  name?: string;
}

/** The password is asked for first, because the download itself cannot ask. */
export async function saveFile({ address, name = "" }: ToSave): Promise<void> {
  await client.member.session.confirm.mutate({});
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
}
