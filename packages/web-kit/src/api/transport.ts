import { passFor, sendWithoutCookies } from './anonymous-call.ts';
import { networkProblem } from './problem.ts';

/** A form with files that is to be uploaded. */
export interface Upload {
  method: 'POST' | 'PUT';
  headers: Record<string, string>;
  form: FormData;
  /** Called with the percentage of bytes sent so far. */
  onProgress?(percent: number): void;
  signal?: AbortSignal;
}

export interface UploadAnswer {
  status: number;
  body: string;
  headers: { get(name: string): string | null };
}

/** Sends the calls of a page. Both functions reject with an `AbortError`, or with a problem of status 0 when the network is lost. */
export interface Transport {
  fetch(url: string, request: RequestInit & { headers: Record<string, string> }): Promise<Response>;
  upload(url: string, upload: Upload): Promise<UploadAnswer>;
}

/** Returns additional headers for a call to the given full address. */
export type HeadersFor = (address: URL) => Record<string, string>;

/** Whether a call to this address is sent anonymously, without cookies, even if there is a session. */
export type AsNobody = (address: URL) => boolean;

/**
 * Captures references to the browser's functions as they are now, so that functions that a script installs later do not see the calls.
 * @returns a function that makes transports: `headersFor` adds headers that no other script can read, `asNobody` decides which calls are sent without cookies
 */
export function captureTransport(): (headersFor?: HeadersFor, asNobody?: AsNobody) => Transport {
  const { fetch: send, URL: Address, XMLHttpRequest: Request, location: page } = globalThis;
  const { open, setRequestHeader, send: sendForm, abort, getResponseHeader } = Request?.prototype ?? {};
  const { assign, create, freeze, keys } = Object;
  const { apply } = Reflect;
  return (headersFor, asNobody) => {
    // The object has no prototype, because another script could have defined setters on it.
    const withMore = (url: string, headers: Record<string, string>): Record<string, string> =>
      assign(create(null), headers, headersFor?.(new Address(url, page.href)));
    /** Sends a form once. Uses XMLHttpRequest, because fetch does not report upload progress. */
    const sendOnce = (url: string, { method, headers, form, onProgress, signal }: Upload): Promise<UploadAnswer> =>
      new Promise((resolve, reject) => {
        const request = new Request();
        apply(open, request, [method, url, true]);
        const all = withMore(url, headers);
        const names = keys(all);
        // Loops by index, because a script can replace the iterator of arrays.
        for (let index = 0; index < names.length; index += 1) apply(setRequestHeader, request, [names[index], all[names[index] as string]]);
        request.upload.onprogress = (event) => {
          if (event.lengthComputable) onProgress?.(Math.round((event.loaded / event.total) * 100));
        };
        request.onload = () =>
          resolve({ status: request.status, body: request.responseText, headers: { get: (name) => apply(getResponseHeader, request, [name]) } });
        request.onerror = () => reject(networkProblem());
        request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
        signal?.addEventListener('abort', () => apply(abort, request, []));
        apply(sendForm, request, [form]);
      });
    return freeze({
      fetch: async (url, request) => {
        try {
          const call: RequestInit = assign(create(null), request, { headers: withMore(url, request.headers) });
          return await (asNobody?.(new Address(url, page.href)) ? sendWithoutCookies(send, url, call) : send(url, call));
        } catch (error) {
          if (request.signal?.aborted) throw error;
          throw networkProblem();
        }
      },
      upload: async (url, upload) => {
        const answer = await sendOnce(url, upload);
        try {
          // XMLHttpRequest cannot leave out the cookies, so the form is sent again with the cookie that came with the pass.
          if ((await passFor(answer, send, upload.signal)) === undefined) return answer;
        } catch (error) {
          if (upload.signal?.aborted) throw error;
          throw networkProblem();
        }
        return sendOnce(url, upload);
      },
    } satisfies Transport);
  };
}

/** Sends calls without additional headers: to the shared services and to the shell's own addresses. */
export const pageTransport: Transport = {
  fetch: (url, request) => captureTransport()().fetch(url, request),
  upload: (url, upload) => captureTransport()().upload(url, upload),
};
