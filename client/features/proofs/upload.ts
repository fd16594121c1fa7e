const unreachable = "The building's server does not answer. Check your connection and try again.";

interface Upload {
  /** Why it failed, in words; "" when the server has the file; null when it was cancelled. */
  done: Promise<string | null>;
  cancel: () => void;
}

/**
 * Sends a payment proof. XMLHttpRequest, because fetch does not say how far an upload is.
 * @param key the same for every attempt with this file: a lost answer makes no second proof
 * @param tell hears the part that is sent, from 0 to 1
 */
export function upload(
  fineId: string,
  file: File,
  key: string,
  tell: (part: number) => void,
): Upload {
  const request = new XMLHttpRequest();
  let cancelled = false;
  const done = new Promise<string | null>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => tell(loaded / (total || 1));
    request.onload = () => resolve(refusalIn(request));
    request.onerror = () => resolve(unreachable);
    request.onabort = () => resolve(cancelled ? null : unreachable);
  });
  const body = new FormData();
  body.set("fileName", file.name);
  body.set("file", file);
  request.open("POST", `/api/property/resident/fines/${encodeURIComponent(fineId)}/payment-proof`);
  request.setRequestHeader("Idempotency-Key", key);
  request.send(body);
  const cancel = () => {
    cancelled = true;
    request.abort();
  };
  return { done, cancel };
}

function refusalIn({ status, responseText }: XMLHttpRequest): string {
  if (status >= 200 && status < 300) return "";
  try {
    return String(JSON.parse(responseText).message);
  } catch {
    return unreachable;
  }
}
