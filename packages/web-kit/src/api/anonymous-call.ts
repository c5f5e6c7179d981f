/** Header in which an anonymous call carries the pass of this browser. In the gateway's answer it says that a pass is required. */
const PASS_HEADER = 'x-portal-pass';

type SendCall = (url: string, request: RequestInit) => Promise<Response>;

/**
 * Asks the gateway for the pass of this browser, if an answer says that a pass is required. While newcomers queue, a call without cookies needs the pass of a
 * visitor who was admitted. It is in a cookie that no script can read. A visitor without a pass gets a place in the queue by this.
 * @returns undefined if no pass is required, or if the visitor is not admitted
 */
export async function passFor(
  { headers }: { headers: { get(name: string): string | null } },
  send: SendCall,
  signal?: AbortSignal | null,
): Promise<string | undefined> {
  if (headers.get(PASS_HEADER) === null) return undefined;
  const admission = await send('/auth/pass', { method: 'POST', credentials: 'same-origin', signal });
  return admission.ok ? ((await admission.json()) as { pass: string }).pass : undefined;
}

/** Sends a call without cookies, so that no session is used by mistake, and sends it again with the pass of this browser if the gateway requires it. */
export async function sendWithoutCookies(send: SendCall, url: string, request: RequestInit): Promise<Response> {
  const anonymous: RequestInit = { ...request, credentials: 'omit' };
  const answer = await send(url, anonymous);
  const pass = await passFor(answer, send, request.signal);
  return pass === undefined ? answer : send(url, { ...anonymous, headers: { ...(request.headers as Record<string, string>), [PASS_HEADER]: pass } });
}
