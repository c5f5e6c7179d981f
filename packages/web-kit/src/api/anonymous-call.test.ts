import { sendWithoutCookies } from './anonymous-call.ts';

const url = '/api/declarations/v1/traveller/declaration/';
const form: RequestInit = { method: 'POST', headers: { 'idempotency-key': 'one' }, body: '{}' };

/** A gateway at which newcomers queue. It lets those in who carry the pass `in`. */
function gateway(isAdmitted: boolean) {
  const calls: string[] = [];
  const send = async (address: string, { headers, credentials }: RequestInit): Promise<Response> => {
    const carried = new Headers(headers);
    calls.push([address, credentials, carried.get('idempotency-key'), carried.get('x-portal-pass')].filter(Boolean).join(' '));
    if (address === '/auth/pass') return isAdmitted ? Response.json({ pass: 'in' }) : new Response('{}', { status: 503 });
    return carried.get('x-portal-pass') === 'in' ? Response.json({}) : new Response('{}', { status: 503, headers: { 'x-portal-pass': 'required' } });
  };
  return { calls, send };
}

describe('a call without cookies', () => {
  it('carries the pass of this browser when the gateway requires it', async () => {
    const { calls, send } = gateway(true);
    expect((await sendWithoutCookies(send, url, form)).status).toBe(200);
    expect(calls).toEqual([`${url} omit one`, '/auth/pass same-origin', `${url} omit one in`]);
  });

  it('is refused while its sender waits in the queue', async () => {
    const { calls, send } = gateway(false);
    expect((await sendWithoutCookies(send, url, form)).status).toBe(503);
    expect(calls).toEqual([`${url} omit one`, '/auth/pass same-origin']);
  });

  it('asks for no pass when it is accepted, or refused for another reason', async () => {
    for (const status of [200, 503]) {
      const send = jest.fn(async () => new Response('{}', { status }));
      expect((await sendWithoutCookies(send, url, form)).status).toBe(status);
      expect(send).toHaveBeenCalledTimes(1);
    }
  });
});
