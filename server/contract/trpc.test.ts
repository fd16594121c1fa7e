import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { type Served, serveBoth } from "./trpcBoth.ts";

// Our adapter sends the same bytes as tRPC's own for all that our router answers and our guards let
// through, however it fails.

const both = await serveBoth();
afterAll(() => Promise.all(both.map((served) => served.close())));

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
  const { errors, metas } = noticed();
  // tRPC tells of a subscription's error twice.
  const told = [...new Set(errors.map((error) => JSON.stringify(error)))];
  return { status, headers: telling, body, told, metas };
}

async function compare(path: string, sent?: Sent): Promise<Answer> {
  const answers = await Promise.all(both.map((served) => send(served, path, sent)));
  const [ours, stock] = both.map((served, at) => comparable(answers[at] as Answer, served));
  expect(ours).toEqual(stock);
  return answers[0] as Answer;
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
  ["what is known of a call", 200, withInput("info", 1)],
  ["what is known of a batch", 200, batch("info,info", {})],
  ["connection parameters", 200, 'info?connectionParams={"a":"b"}'],
  ["an input", 200, withInput("echo", { a: ["é", null, 1e21], __proto__: 1 })],
  ["an input with a prototype", 200, `echo?input=${encodeURIComponent('{"__proto__":{"a":1}}')}`],
  ["no input", 200, "echo"],
  ["an empty input", 200, "echo?input="],
  ["an input with pluses and escapes", 200, "echo?input=%22a+b%2Bc%C3%A9%ff%22"],
  ["an input that does not fit", 400, withInput("strict", { n: "1" })],
  ["a malformed input", 400, "strict?input={"],
  ["a malformed input nobody reads", 200, "list?input={"],
  ["a null input", 400, "strict?input=null"],
  ["a mark before an input", 400, `strict?input=%EF%BB%BF{"n":1}`],
  ["a fragment", 200, "echo?input=1#&input=2"],
];

const posted: Case[] = [
  ["a query", 200, "strict", post('{"n":1}')],
  ["a mutation", 200, "save", post('{"n":1}')],
  ["a charset", 200, "save", post('{"n":1}', typed(" charset=utf-8"))],
  ["an input in the address too", 400, withInput("save", { n: 1 }), post("{}")],
  ["no body", 200, "touch", post()],
  ["an empty body that is read", 400, "reads", post("")],
  ["a chunked body", 200, "save", post('{"n":1}', { "transfer-encoding": "chunked" })],
  ["a malformed body", 400, "save", post('{"n":')],
  ["a body with a mark", 200, "save", post(Buffer.concat([mark, Buffer.from('{"n":1}')]))],
  ["a body that is no UTF-8", 200, "echo", post(Buffer.from([0x22, 0xff, 0x22]))],
  ["null", 400, "save", post("null")],
  ["a body that is too large", 413, "echo", post(`"${"x".repeat(1_100_000)}"`)],
  ["a refused mutation", 409, "refuses", post("1")],
];

const refusals: Case[] = [
  ["an unknown procedure", 404, "none.such"],
  ["a name that every object has", 404, "toString"],
  ["a router", 404, "deep"],
  ["a path that is written otherwise", 200, "%6Cist"],
  ["a path that cannot be read", 500, "%25zz"],
  ["a mutation by GET", 405, "touch"],
  ["a query by PATCH", 405, "list", { ...post("1"), method: "PATCH" }],
  ["a query by DELETE", 405, "list", { headers: json, method: "DELETE" }],
  ["a query by OPTIONS", 415, "list", { method: "OPTIONS" }],
  ["HEAD of a query", 204, "list", { method: "HEAD" }],
  ["no type", 415, "touch", { method: "POST" }],
  ["another type", 415, "touch", post("x", { "content-type": "text/plain" })],
  ["a form by GET", 405, "list", { headers: asForm }],
  ["bytes by GET", 405, "list", { headers: { "content-type": "application/octet-stream" } }],
  ["a code of every kind", 503, withInput("refuse", "SERVICE_UNAVAILABLE")],
  ["an error of the program", 500, withInput("fail", "oh")],
  ["an object that was thrown", 500, withInput("fail", "object")],
  ["an error that cannot be told", 500, withInput("fail", "unspeakable")],
  ["a context that fails", 500, "list", { headers: { "x-context": "fails" } }],
  ["a context that refuses", 401, withInput("strict", {}), refusing],
  ["a context that refuses a batch", 401, batch("list,list"), refusing],
  ["a listener that fails", 500, withInput("fail", "oh"), { headers: { "x-on-error": "fails" } }],
  ["an answer no JSON can tell", 500, "huge"],
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
  ["inputs that are a list", 400, batch("echo", [1])],
  ["inputs that are null", 400, batch("echo,echo", null)],
  ["inputs that are malformed and read by one", 207, "list,reads?batch=1&input={"],
  ["a lazily loaded router", 200, batch("list,far.hello")],
  ["queries and mutations", 400, batch("list,touch"), post("{}")],
  ["a subscription", 400, batch("count", { 0: { to: 1 } })],
  ["too many", 400, batch("list,list,list,list")],
  ["an answer no JSON can tell", 500, batch("list,huge")],
];

const meta: Case[] = [
  ["a status", 418, withInput("meta", "status")],
  ["headers", 200, withInput("meta", "plain")],
  ["a status for a batch", 418, batch("list,meta", { 1: "status" })],
  ["what a procedure sets itself", 200, "replies"],
];

const streams: Case[] = [
  ["a form", 200, "upload", post(form, asForm)],
  ["bytes", 200, "octets", post("12345", { "content-type": "application/octet-stream" })],
  ["a stream of lines", 200, batch("list,later"), streaming],
  ["a stream of lines by its other name", 200, batch("list"), otherName],
  ["a subscription", 200, withInput("count", { to: 3 })],
  ["a subscription without the input it needs", 200, "count"],
  ["a subscription with malformed input", 200, "count?input={"],
  ["a subscription by POST", 200, "count", post('{"to":3}')],
  ["a subscription without a context", 200, "follow", { headers: { "x-context": "fails" } }],
  ["tracked events", 200, withInput("follow", {})],
  ["what was missed", 200, "follow", { headers: { "last-event-id": "6" } }],
  ["what was missed, by the address", 200, `${withInput("follow", {})}&lastEventId=5`],
  ["no id of what was missed", 200, "follow?lastEventId="],
  ["a subscription that fails in the middle", 200, "follow?Last-Event-Id=fails"],
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
    expect((await compare(path, sent)).status).toBe(status);
  });
});

test.each<[isWhole: boolean, path: string, sent?: Sent]>([
  [true, "list"],
  [true, batch("list,strict")],
  [true, withInput("refuse", "CONFLICT")],
  [true, "touch", post()],
  [false, batch("list"), streaming],
])("that it is answered in one piece is %s of %s", async (isWhole, path, sent) => {
  const { headers } = await send(both[0], path, sent);
  expect("content-length" in headers).toBe(isWhole);
});

test.each([
  ["a query", "slow", undefined],
  ["a mutation", "slowly", { method: "POST", headers: json }],
  ["every call of a batch", "slow,slow?batch=1", undefined],
])("%s is aborted when its client goes away", async (_, path, how) => {
  const [ours] = both;
  const begun = path.split(",").map(() => ours.begun());
  const leaving = new AbortController();
  const gone = fetch(`${ours.origin}/trpc/${path}`, { ...how, signal: leaving.signal });
  const signals = await Promise.all(begun);
  expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map(() => false));
  leaving.abort();
  await expect(gone).rejects.toThrow();
  await Promise.all(signals.map((signal) => signal.aborted || once(signal, "abort")));
});
