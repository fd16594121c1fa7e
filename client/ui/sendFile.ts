const unreachable = "The building's server does not answer. Check your connection and try again.";

/** How an upload ended: with the server's answer, refused or cut off for a reason, or cancelled. */
export type Sent = { answer: unknown } | { why: string } | "cancelled";

interface Sending {
  /** Never rejects. */
  done: Promise<Sent>;
  cancel: () => void;
}

/**
 * Sends one file. XMLHttpRequest, because fetch does not say how far an upload is.
 * @param key the same for every attempt with this file: a lost answer makes nothing twice
 * @param tell hears the part that is sent, from 0 to 1
 */
export function sendFile(
  address: string,
  file: File,
  key: string,
  tell: (part: number) => void,
): Sending {
  const request = new XMLHttpRequest();
  let cancelled = false;
  const done = new Promise<Sent>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => tell(loaded / (total || 1));
    request.onload = () => resolve(answerIn(request));
    request.onerror = () => resolve({ why: unreachable });
    request.onabort = () => resolve(cancelled ? "cancelled" : { why: unreachable });
  });
  const body = new FormData();
  body.set("fileName", file.name);
  body.set("file", file);
  request.open("POST", address);
  request.setRequestHeader("Idempotency-Key", key);
  request.send(body);
  const cancel = () => {
    cancelled = true;
    request.abort();
  };
  return { done, cancel };
}

function answerIn({ status, responseText }: XMLHttpRequest): Sent {
  try {
    const answer = JSON.parse(responseText);
    return status >= 200 && status < 300 ? { answer } : { why: String(answer.message) };
  } catch {
    return { why: unreachable };
  }
}

// crypto.randomUUID is missing on plain http.
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
