import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openProvider } from "../../contract/provider.ts";
import { freePort } from "../../fixtures/freePort.ts";
import { checkProvider } from "./provider.ts";

/** The address of a server that answers every request this way. */
async function at(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json =
  (body: object): RequestListener =>
  (_, answer) =>
    answer.setHeader("content-type", "application/json").end(JSON.stringify(body));

const check = (issuer: string) =>
  checkProvider({ issuer, clientId: "stoep", clientSecret: undefined }, 1);

test("without a provider, and with one that answers, all is well", async () => {
  expect(await checkProvider(null)).toMatchObject({ verdict: "ok" });
  const port = await freePort();
  const { close } = await openProvider(port, "http://stoep.test");
  onTestFinished(close);
  expect(await check(`http://127.0.0.1:${port}`)).toEqual({
    verdict: "ok",
    says: `The sign-in provider http://127.0.0.1:${port} answers.`,
  });
});

test.each<[string, () => Promise<string>, RegExp, RegExp]>([
  [
    "a name nobody knows",
    async () => "https://id.nowhere.invalid",
    /^No sign-in provider called id\.nowhere\.invalid can be found\.$/,
    /typing mistake in OIDC_ISSUER/,
  ],
  [
    "a port nobody listens on",
    async () => `http://127.0.0.1:${await freePort()}`,
    /cannot be reached \(.*ECONNREFUSED.*\)\.$/,
    /typing mistake/,
  ],
  ["a server that stays silent", () => at(() => undefined), /does not answer\.$/, /typing mistake/],
  [
    "another issuer",
    () => at(json({ issuer: "https://id.example" })),
    /calls itself something else\.$/,
    /what follows "issuer" at http:/,
  ],
])("%s is bad, in plain words", async (_, address, says, mend) => {
  expect(await check(await address())).toEqual({
    verdict: "bad",
    says: expect.stringMatching(says),
    mend: expect.stringMatching(mend),
  });
});
