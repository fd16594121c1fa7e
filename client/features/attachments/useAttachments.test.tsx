import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Attachments, useAttachments } from "./useAttachments.ts";

/** The requests that were sent, which wait for `answer` or `fail`. */
function network() {
  const sent: { key: string; name: string; answer: () => void; fail: () => void }[] = [];
  class Request {
    upload = {};
    status = 200;
    responseText = "{}";
    onload = () => undefined;
    onerror = () => undefined;
    open() {}
    key = "";
    setRequestHeader(_: string, key: string) {
      this.key = key;
    }
    send(body: FormData) {
      const name = String(body.get("fileName"));
      sent.push({ key: this.key, name, answer: () => this.onload(), fail: () => this.onerror() });
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  onTestFinished(() => void vi.unstubAllGlobals());
  return sent;
}

/** What the hook gives a screen; nothing is drawn. */
function hook(): Attachments {
  const given: Attachments[] = [];
  const Screen = () => {
    given.push(useAttachments("proofs"));
    return null;
  };
  renderToStaticMarkup(<Screen />);
  return given[0] as Attachments;
}

/** A busy machine takes its time. */
const patience = { timeout: 30_000 };

const pdf = (name: string) => new File(["%PDF-1.7\n"], name, { type: "application/pdf" });
const chosen = (...files: File[]) => files as unknown as FileList;

test("a file that is chosen while one that failed is sent again is sent after it", async () => {
  const sent = network();
  const { add, send } = hook();
  const names = () => sent.map(({ name }) => name);
  add(chosen(pdf("one.pdf"), pdf("two.pdf")));
  const all = send("/");
  await expect.poll(names, patience).toHaveLength(1);
  sent[0]?.fail();
  await expect.poll(names, patience).toHaveLength(2);
  sent[1]?.fail();
  await all;
  const retry = send("/", {}, sent[0]?.key);
  await expect.poll(names, patience).toHaveLength(3);
  add(chosen(pdf("three.pdf")));
  // Refused, because one is being sent: that goes on with the new one, but not with the other failed one.
  expect(await send("/")).toEqual({ answers: [], areAll: false });
  sent[2]?.answer();
  await expect.poll(names, patience).toEqual(["one.pdf", "two.pdf", "one.pdf", "three.pdf"]);
  sent[3]?.answer();
  expect(await retry).toEqual({ answers: [{}, {}], areAll: false });
}, 60_000);
