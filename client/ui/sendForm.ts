const unreachable = "The building's server does not answer. Check your connection and try again.";

/** The server's response, or why there is none, with the server's error code if it gave one. */
export type Outcome<Answer> = { answer: Answer } | { why: string; code?: string };

export interface Sending<Answer> {
  done: Promise<Outcome<Answer> | null>;
  cancel: () => void;
}

/** By XMLHttpRequest, as fetch reports no upload progress. A retry has the same `key`. */
export function sendForm<Answer>(
  address: string,
  body: FormData,
  key: string,
  tell: (part: number) => void,
): Sending<Answer> {
  const request = new XMLHttpRequest();
  let cancelled = false;
  const done = new Promise<Outcome<Answer> | null>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => tell(loaded / (total || 1));
    request.onload = () => resolve(outcomeOf(request));
    request.onerror = () => resolve({ why: unreachable });
    request.onabort = () => resolve(cancelled ? null : { why: unreachable });
  });
  request.open("POST", address);
  request.setRequestHeader("Idempotency-Key", key);
  request.send(body);
  const cancel = () => {
    cancelled = true;
    request.abort();
  };
  return { done, cancel };
}

function outcomeOf<Answer>({ status, responseText }: XMLHttpRequest): Outcome<Answer> {
  try {
    const answer = JSON.parse(responseText);
    if (status >= 200 && status < 300) return { answer };
    return { why: String(answer.message), code: String(answer.code) };
  } catch {
    return { why: unreachable };
  }
}

export function formOf(file: File, fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("fileName", file.name);
  body.set("file", file);
  return body;
}
