import { hash } from "node:crypto";
import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import {
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  httpSubscriptionLink,
  type TRPCClient,
  TRPCClientError,
  type TRPCLink,
} from "@trpc/client";
import { EventSource } from "eventsource";
import { afterAll, describe, expect, test } from "vitest";
import { type Served, type Settings, serveBoth, type TriedRouter } from "./trpcBoth.ts";

// Our adapter sends the same bytes as tRPC's own, whatever the request and however it fails.

const usual: Settings = { maxBatchSize: 3, allowMethodOverride: true };
const both = await serveBoth(usual);
const bothStrict = await serveBoth({ allowBatching: false });
const bothWrapping = await serveBoth({ ...usual, wraps: true });
afterAll(() =>
  Promise.all([...both, ...bothStrict, ...bothWrapping].map((served) => served.close())),
);

interface Sent {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends exactly this; fetch would add headers and normalise the address. */
function send({ origin }: Served, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body } = sent;
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path: `/trpc/${path}`, method, headers, agent: false };
    request(options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString("latin1"),
        }),
      );
    })
      .on("error", reject)
      .end(body);
  });
}

/** The parts of a response that must be equal: not the framing of the body or the time. */
function comparable({ status, headers, body }: Answer, { noticed }: Served) {
  const { date, connection, "keep-alive": keepAlive, ...others } = headers;
  const { "content-length": length, "transfer-encoding": chunked, ...telling } = others;
  return { status, headers: telling, body, noticed: noticed() };
}

async function compare(servers: Served[], path: string, sent?: Sent): Promise<Answer> {
  const answers = await Promise.all(servers.map((served) => send(served, path, sent)));
  const [ours, stock] = servers.map((served, at) => comparable(answers[at] as Answer, served));
  expect(ours).toEqual(stock);
  const { noticed: _, ...told } = comparable(answers[1] as Answer, servers[1] as Served);
  const test = expect.getState().currentTestName ?? "";
  answersOf.set(test, [...(answersOf.get(test) ?? []), shortened(told)]);
  return answers[0] as Answer;
}

/** The answers of tRPC's own adapter, by test. */
const answersOf = new Map<string, unknown[]>();

/** The words in which Node refuses JSON. They differ from one Node to the next. */
const wordsOfNode =
  /"(?:Expected property name|Unexpected (?:token|end)|Do not know how|Converting circular)(?:\\.|[^"\\])*"/g;

/** A long body by its hash, so that the file of all answers stays one that people can read. */
function shortened({ body: whole, ...others }: Pick<Answer, "status" | "headers" | "body">) {
  const body = whole.replace(wordsOfNode, '"in words of Node"');
  return {
    ...others,
    body: body.length > 500 ? `sha256 ${hash("sha256", body, "base64url")}` : body,
  };
}

const json = { "content-type": "application/json" };
const post = (body?: string | Buffer, headers = {}): Sent => ({
  method: "POST",
  headers: { ...json, ...headers },
  ...(body !== undefined && { body }),
});
const withInput = (path: string, input: unknown, more = "") =>
  `${path}?${more}input=${encodeURIComponent(JSON.stringify(input))}`;
const batch = (path: string, inputs?: unknown) =>
  inputs === undefined ? `${path}?batch=1` : withInput(path, inputs, "batch=1&");
const form = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
const asForm = { "content-type": "multipart/form-data; boundary=b" };
const typed = (type: string) => ({ "content-type": `application/json;${type}` });
const refusing = { headers: { "x-context": "refuses" } };
const goneOn = { headers: { "last-event-id": "2" } };
const otherName = { headers: { accept: "a/b, application/jsonl" } };
const streaming = { headers: { "trpc-accept": "application/jsonl" } };
const mark = Buffer.from([0xef, 0xbb, 0xbf]);

type Case = [name: string, status: number, path: string, sent?: Sent];

const queries: Case[] = [
  ["nothing", 200, "nothing"],
  ["null", 200, "none"],
  ["a list", 200, "list"],
  ["a long answer beyond ASCII", 200, "long"],
  ["a nested path", 200, "deep.er"],
  ["a lazily loaded router", 200, "far.hello"],
  ["a lazily loaded router again", 200, "far.hello"],
  ["what is known of a call", 200, withInput("info", 1)],
  ["what is known of a call by POST", 200, "info?x=1", post("1")],
  ["what is known of a batch", 200, batch("info,info", {})],
  ["connection parameters", 200, 'info?connectionParams={"a":"b"}'],
  ["connection parameters that are none", 400, "info?connectionParams=1"],
  ["connection parameters that are no JSON", 400, "info?connectionParams={"],
  ["an input", 200, withInput("echo", { a: ["é", null, 1e21], __proto__: 1 })],
  ["an input with a prototype", 200, `echo?input=${encodeURIComponent('{"__proto__":{"a":1}}')}`],
  ["no input", 200, "echo"],
  ["an empty input", 200, "echo?input="],
  ["an input with pluses and escapes", 200, "echo?input=%22a+b%2Bc%C3%A9%ff%22"],
  ["an input twice", 200, "echo?input=1&input=2"],
  ["an input by another name", 200, "echo?Input=1"],
  ["an input that does not fit", 400, withInput("strict", { n: "1" })],
  ["a missing input", 400, "strict"],
  ["a malformed input", 400, "strict?input={"],
  ["a malformed input nobody reads", 200, "list?input={"],
  ["a malformed input that is read", 400, "reads?input={"],
  ["a null input", 400, "strict?input=null"],
  ["a mark before an input", 400, `strict?input=%EF%BB%BF{"n":1}`],
  ["a fragment", 200, "echo?input=1#&input=2"],
];

const posted: Case[] = [
  ["a query", 200, "strict", post('{"n":1}')],
  ["a mutation", 200, "save", post('{"n":1}')],
  ["a charset", 200, "save", post('{"n":1}', typed(" charset=utf-8"))],
  ["a charset that is another", 200, "save", post('{"n":1}', typed("charset=latin1"))],
  ["an input in the address too", 400, withInput("save", { n: 1 }), post("{}")],
  ["no body", 200, "touch", post()],
  ["no body that is read", 400, "save", post()],
  ["an empty body", 200, "touch", post("")],
  ["an empty body that is read", 400, "reads", post("")],
  ["a chunked body", 200, "save", post('{"n":1}', { "transfer-encoding": "chunked" })],
  ["a malformed body", 400, "save", post('{"n":')],
  ["a malformed body nobody reads", 200, "touch", post("{")],
  ["a body with a mark", 200, "save", post(Buffer.concat([mark, Buffer.from('{"n":1}')]))],
  ["a body that is no UTF-8", 200, "echo", post(Buffer.from([0x22, 0xff, 0x22]))],
  ["null", 400, "save", post("null")],
  ["a body that is too large", 413, "echo", post(`"${"x".repeat(1_100_000)}"`)],
  ["a refused mutation", 409, "refuses", post("1")],
];

const refusals: Case[] = [
  ["an unknown procedure", 404, "none.such"],
  ["an unknown procedure by POST", 404, "none.such", post("{}")],
  ["an unknown procedure in a lazily loaded router", 404, "far.off"],
  ["a name that every object has", 404, "toString"],
  ["a prototype", 404, "__proto__"],
  ["a router", 404, "deep"],
  ["a path that is written otherwise", 200, "%6Cist"],
  ["a path that is written otherwise twice", 200, "%256Cist"],
  ["a path that cannot be read", 500, "%25zz"],
  ["an empty path", 404, ""],
  ["a slash", 404, "deep/er"],
  ["a mutation by GET", 405, "touch"],
  ["a mutation by PUT", 405, "touch", { ...post("1"), method: "PUT" }],
  ["a query by PATCH", 405, "list", { ...post("1"), method: "PATCH" }],
  ["a query by DELETE", 405, "list", { headers: json, method: "DELETE" }],
  ["a query by DELETE of no type", 415, "list", { method: "DELETE" }],
  ["a query by OPTIONS", 415, "list", { method: "OPTIONS" }],
  ["HEAD of a query", 204, "list", { method: "HEAD" }],
  ["HEAD of nothing", 204, "none.such", { method: "HEAD" }],
  ["a method of its own", 404, "list", { method: "PROPFIND" }],
  ["no type", 415, "touch", { method: "POST" }],
  ["another type", 415, "touch", post("x", { "content-type": "text/plain" })],
  ["another type by GET", 200, "list", { headers: { "content-type": "text/plain" } }],
  ["a type in capitals", 415, "touch", post("1", { "content-type": "Application/JSON" })],
  ["a form by GET", 405, "list", { headers: asForm }],
  ["bytes by GET", 405, "list", { headers: { "content-type": "application/octet-stream" } }],
  ["a host that is none", 500, "list", { headers: { host: "[" } }],
  ["a host with a password", 500, "list", { headers: { host: "a:b@c" } }],
  ["a code of every kind", 503, withInput("refuse", "SERVICE_UNAVAILABLE")],
  ["an error of the program", 500, withInput("fail", "oh")],
  ["a text that was thrown", 500, withInput("fail", "text")],
  ["an object that was thrown", 500, withInput("fail", "object")],
  ["an error that cannot be told", 500, withInput("fail", "unspeakable")],
  ["a context that fails", 500, "list", { headers: { "x-context": "fails" } }],
  ["a context that refuses", 401, withInput("strict", {}), refusing],
  ["a context that refuses a mutation", 401, "touch", post("{", refusing.headers)],
  ["a context that refuses a batch", 401, batch("list,list"), refusing],
  ["a listener that fails", 500, withInput("fail", "oh"), { headers: { "x-on-error": "fails" } }],
  ["an answer no JSON can tell", 500, "huge"],
  ["an answer without an end", 500, "circle"],
  ["an answer that comes later", 415, "later"],
  ["an answer in bits", 415, "bits"],
  ["an answer with bits inside", 415, "inner"],
];

const batches: Case[] = [
  ["one", 200, batch("list")],
  ["three", 200, batch("list,echo,deep.er", { 1: "second" })],
  ["inputs of their places", 200, batch("echo,echo,echo", { 0: 0, 2: null, 7: 1 })],
  ["the same twice by POST", 200, batch("strict,strict"), post('{"0":{"n":1},"1":{"n":2}}')],
  ["mutations", 200, batch("save,touch"), post('{"0":{"n":1}}')],
  ["mutations without a body", 207, batch("save,touch"), post()],
  ["no inputs", 200, batch("list,echo")],
  ["mixed results", 207, batch("list,strict", { 1: { n: "no" } })],
  ["mixed refusals", 207, batch("refuse,strict", { 0: "CONFLICT", 1: {} })],
  ["refusals of one kind", 409, batch("refuse,refuse", { 0: "CONFLICT", 1: "CONFLICT" })],
  ["inputs in a list", 200, batch("list"), { headers: json }],
  ["inputs that are a list", 400, batch("echo", [1])],
  ["inputs that are null", 400, batch("echo,echo", null)],
  ["inputs that are malformed", 400, "echo,reads?batch=1&input={"],
  ["inputs that are malformed and read by one", 207, "list,reads?batch=1&input={"],
  ["an unknown procedure among them", 207, batch("list,none.such")],
  ["nothing but unknown procedures", 404, batch("none.such,,no")],
  ["a lazily loaded router", 200, batch("list,far.hello")],
  ["queries and mutations", 400, batch("list,touch"), post("{}")],
  ["mutations by GET", 405, batch("touch,touch")],
  ["a subscription", 400, batch("count", { 0: { to: 1 } })],
  ["too many", 400, batch("list,list,list,list")],
  ["commas without a batch", 404, "list,list"],
  ["a batch that is none", 200, "list?batch=0"],
  ["an answer in bits among them", 207, batch("list,bits,later")],
  ["an answer no JSON can tell", 500, batch("list,huge")],
];

const meta: Case[] = [
  ["a status", 418, withInput("meta", "status")],
  ["headers", 200, withInput("meta", "plain")],
  ["a status and Headers", 201, withInput("meta", "web")],
  ["cookies", 200, withInput("meta", "cookies")],
  ["another type", 200, withInput("meta", "type")],
  ["a forbidden header", 500, withInput("meta", "forbidden")],
  ["no headers", 200, withInput("meta", "empty")],
  ["a failure of it", 500, withInput("meta", "broken")],
  ["a status for a batch", 418, batch("list,meta", { 1: "status" })],
  ["what a procedure sets itself", 200, "replies"],
];

const streams: Case[] = [
  ["a form", 200, "upload", post(form, asForm)],
  ["a broken form", 400, "upload", post("--b", asForm)],
  ["a form for no form", 200, "touch", post(form, asForm)],
  ["bytes", 200, "octets", post("12345", { "content-type": "application/octet-stream" })],
  ["a stream of lines", 200, batch("list,later,bits"), streaming],
  ["a stream of lines by POST", 200, batch("save"), post('{"0":{"n":1}}', streaming.headers)],
  ["a stream of lines with refusals", 200, batch("list,strict,none.such"), streaming],
  ["a stream of lines that is no batch", 400, "list", streaming],
  ["a stream of lines by its other name", 200, batch("list"), otherName],
  ["a wish for something else", 200, "info", { headers: { "trpc-accept": "text/x" } }],
  ["a subscription", 200, withInput("count", { to: 3 })],
  ["a subscription by POST", 200, "count", post('{"to":3}')],
  ["a subscription gone on with", 200, withInput("count", { to: 3 }), goneOn],
  [
    "a subscription gone on with by its address",
    200,
    withInput("count", { to: 3 }, "lastEventId=1&"),
  ],
  ["a subscription refused", 200, withInput("count", {})],
  ["a subscription that breaks off", 200, "breaks"],
  ["a subscription without a context", 200, "breaks", { headers: { "x-context": "fails" } }],
];

describe.each([
  ["a query", queries],
  ["what is posted", posted],
  ["a refusal", refusals],
  ["a batch", batches],
  ["what the owner adds", meta],
  ["what is no piece of JSON", streams],
])("%s", (_, cases) => {
  test.each(cases)("%s (%i)", async (_name, status, path, sent) => {
    expect((await compare(both, path, sent)).status).toBe(status);
  });
});

test("what may not be batched nor overridden is not", async () => {
  expect((await compare(bothStrict, batch("list,list"))).status).toBe(400);
  expect((await compare(bothStrict, "strict", post('{"n":1}'))).status).toBe(405);
  expect((await compare(bothStrict, "touch", post())).status).toBe(200);
});

test("a transformer sees what goes in and out, answers and refusals alike", async () => {
  const wrapped = (path: string, sent?: Sent) => compare(bothWrapping, path, sent);
  expect((await wrapped(withInput("echo", { it: 1 }))).body).toBe(
    '{"result":{"data":{"it":{"input":1}}}}',
  );
  expect((await wrapped(batch("echo,list", { 0: { it: 1 } }))).status).toBe(200);
  expect((await wrapped("save", post('{"it":{"n":1}}'))).status).toBe(200);
  expect((await wrapped("nothing")).status).toBe(200);
  expect((await wrapped(withInput("echo", { n: 1 }))).status).toBe(400);
  expect((await wrapped(withInput("echo", 1))).status).toBe(400);
  expect((await wrapped(batch("reads,list", { 0: {} }))).status).toBe(207);
  expect((await wrapped("none.such")).status).toBe(404);
});

test("queries and mutations are answered in one piece, and the rest as tRPC does it", async () => {
  const [ours] = both;
  for (const [path, sent] of [
    ...[["list"], [batch("list,strict")], [withInput("refuse", "CONFLICT")]],
    ...([
      ["touch", post()],
      ["strict", post("{}")],
    ] as const),
  ] as [string, Sent?][])
    expect((await send(ours, path, sent)).headers).toHaveProperty("content-length");
  for (const [path, sent] of [[batch("list"), streaming], ["breaks"]] as [string, Sent?][])
    expect((await send(ours, path, sent)).headers).not.toHaveProperty("content-length");
});

type Client = TRPCClient<TriedRouter>;
const clientOf = (link: TRPCLink<TriedRouter>): Client =>
  createTRPCClient<TriedRouter>({ links: [link] });
const links = {
  httpLink: (url: string) => httpLink<TriedRouter>({ url }),
  "httpLink by POST": (url: string) => httpLink<TriedRouter>({ url, methodOverride: "POST" }),
  httpBatchLink: (url: string) => httpBatchLink<TriedRouter>({ url, maxItems: 3 }),
  "httpBatchLink by POST": (url: string) =>
    httpBatchLink<TriedRouter>({ url, maxItems: 3, methodOverride: "POST" }),
  httpBatchStreamLink: (url: string) => httpBatchStreamLink<TriedRouter>({ url, maxItems: 3 }),
};
const kinds = Object.entries(links).flatMap(([name, link]) =>
  both.map((served) => ({ name, served, client: clientOf(link(`${served.origin}/trpc`)) })),
);

describe.each(kinds)("$name of @trpc/client to $served.name", ({ name, served, client }) => {
  test("gets what it asks for, one by one and side by side", async () => {
    expect(await client.echo.query({ a: "é+&" })).toEqual({ input: { a: "é+&" } });
    expect(await client.save.mutate({ n: 1 })).toBe(2);
    expect(await client.touch.mutate()).toBe("touched");
    expect(await client.nothing.query()).toBeUndefined();
    expect(
      await Promise.all([
        ...[client.strict.query({ n: 7 }), client.none.query(), client.list.query()],
        ...[client.deep.er.query(), client.long.query().then(({ length }) => length)],
      ]),
    ).toEqual([7, null, [1, "two", null], "deeper", 2_000]);
  });

  test("gets the reason of each refusal", async () => {
    const [fine, ...refused] = await Promise.allSettled([
      ...[client.list.query(), client.strict.query({ n: "1" } as never)],
      ...[client.refuse.query("CONFLICT"), client.fail.query("oh")],
    ]);
    expect(fine).toMatchObject({ status: "fulfilled", value: [1, "two", null] });
    const errors = refused.map((each) => (each as PromiseRejectedResult).reason);
    for (const error of errors) expect(error).toBeInstanceOf(TRPCClientError);
    expect(errors.map(({ data, message }) => [data.httpStatus, data.path, message])).toEqual([
      [400, "strict", expect.stringContaining("expected number")],
      [409, "refuse", "no: CONFLICT"],
      [500, "fail", "oh"],
    ]);
    expect(errors[1].data.seen).toMatchObject({ input: "CONFLICT", type: "query" });
    await expect(client.refuses.mutate()).rejects.toThrow("CONFLICT");
  });

  test("takes answers in bits only where it reads streams", async () => {
    const bits = client.bits.query();
    if (name !== "httpBatchStreamLink") return expect(bits).rejects.toThrow("stream-like");
    const seen: number[] = [];
    for await (const bit of await bits) seen.push(bit);
    return expect(seen).toEqual([1, 2]);
  });

  test.each(["slow", "slowly"] as const)("ends %s when it goes away", async (path) => {
    const begun = served.begun();
    const leaving = new AbortController();
    const { signal } = leaving;
    const call =
      path === "slow"
        ? client.slow.query(undefined, { signal })
        : client.slowly.mutate(undefined, { signal });
    const gone = expect(call).rejects.toThrow(/abort/i);
    const seen = await begun;
    expect(seen.aborted).toBe(false);
    leaving.abort();
    await gone;
    if (!seen.aborted) await once(seen, "abort");
    expect(seen.reason).toMatchObject({ name: "AbortError" });
  });
});

test.each(both)(
  "every call of a batch is aborted when its client disconnects ($name)",
  async (served) => {
    const begun = [served.begun(), served.begun()];
    const leaving = new AbortController();
    const gone = fetch(`${served.origin}/trpc/slow,slow?batch=1`, { signal: leaving.signal });
    const signals = await Promise.all(begun);
    leaving.abort();
    await expect(gone).rejects.toThrow();
    await Promise.all(signals.map((signal) => signal.aborted || once(signal, "abort")));
  },
);

describe.each(both)("httpSubscriptionLink of @trpc/client to $name", (served) => {
  const client = clientOf(
    httpSubscriptionLink<TriedRouter, typeof EventSource>({
      url: `${served.origin}/trpc`,
      EventSource,
    }),
  );

  test("hears everything to the end, from where it left off", async () => {
    const heard = (lastEventId?: string) =>
      new Promise((resolve, reject) => {
        const seen: unknown[] = [];
        client.count.subscribe(
          { to: 3, ...(lastEventId && { lastEventId }) },
          {
            onData: ({ id, data }) => seen.push([id, data.n]),
            onComplete: () => resolve(seen),
            onError: reject,
          },
        );
      });
    expect(await heard()).toEqual([
      ["1", 1],
      ["2", 2],
      ["3", 3],
    ]);
    expect(await heard("2")).toEqual([["3", 3]]);
  });

  test("learns when it breaks off", async () => {
    const error = await new Promise((resolve) =>
      client.breaks.subscribe(undefined, { onError: resolve }),
    );
    expect(error).toMatchObject({ message: "broken off", data: { code: "CONFLICT" } });
  });

  test("ends it by going away", async () => {
    const begun = served.begun();
    const { unsubscribe } = client.endless.subscribe(undefined, {});
    const seen = await begun;
    expect(seen.aborted).toBe(false);
    unsubscribe();
    if (!seen.aborted) await once(seen, "abort");
  });
});

// Last, when all are there. `vitest -u` writes the file anew, which shows in a diff what a release of tRPC changes.
test("the answers are those that were frozen", async () => {
  const json = JSON.stringify(Object.fromEntries(answersOf), null, 1);
  await expect(`${json}\n`).toMatchFileSnapshot("./trpcAnswers.json");
});
