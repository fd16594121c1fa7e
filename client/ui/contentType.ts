import { telling, typeByContent } from "../../server/platform/files/typeByContent.ts";

/** The type of a chosen file by its content, by the same rule as the server's; undefined for others. */
export async function contentType(file: File): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, telling).arrayBuffer());
  return typeByContent(String.fromCharCode(...head));
}
