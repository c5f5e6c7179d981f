/** Header in which an anonymous call carries the pass of this browser. In the gateway's answer it says that a pass is required. */
const PASS_HEADER = 'x-portal-pass';

type SendCall = (url: string, request: RequestInit) => Promise<Response>;

/**
 * Sends a call without cookies, so that no session is used by mistake. While newcomers queue, the gateway requires the pass of a visitor who was admitted. It
 * is in a cookie that no script can read, so the gateway is asked for it. A visitor without a pass gets a place in the queue by this.
 */
export async function sendWithoutCookies(send: SendCall, url: string, request: RequestInit): Promise<Response> {
  const anonymous: RequestInit = { ...request, credentials: 'omit' };
  const answer = await send(url, anonymous);
  if (!answer.headers.has(PASS_HEADER)) return answer;
  const admission = await send('/auth/pass', { method: 'POST', credentials: 'same-origin', signal: request.signal });
  if (!admission.ok) return answer;
  const { pass } = (await admission.json()) as { pass: string };
  return send(url, { ...anonymous, headers: { ...(request.headers as Record<string, string>), [PASS_HEADER]: pass } });
}
