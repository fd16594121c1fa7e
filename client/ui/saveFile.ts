import { client } from "../trpc.ts";

interface ToSave {
  address: string;
  /** Empty: as the server names it. */
  name?: string;
}

/**
 * Saves a file for which the server may require the password. It is asked for first, because the
 * download itself cannot ask.
 */
export async function saveFile({ address, name = "" }: ToSave): Promise<void> {
  await client.member.session.confirm.mutate({});
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
}
