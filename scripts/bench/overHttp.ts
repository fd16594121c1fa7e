import type { Api } from "../../server/api/router.ts";

/**
 * The procedures of a running server, called with a session's token. Each call has its own address,
 * so that no cache answers it.
 * @returns functions that return the response's text, whatever the procedure's type is
 */
export function overHttp(url: string, token: string): Api {
  let count = 0;
  const call = async (path: string, input: unknown) => {
    count += 1;
    const query = input === undefined ? "" : `input=${encodeURIComponent(JSON.stringify(input))}&`;
    const headers = { cookie: `sid=${token}` };
    const answer = await fetch(`${url}/api/trpc/${path}?${query}n=${count}`, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return text;
  };
  const at = (path: string): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => at(path ? `${path}.${String(name)}` : String(name)),
      apply: (_, __, [input]) => call(path, input),
    });
  return at("") as Api;
}
