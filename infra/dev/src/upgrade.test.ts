import { aTrip } from '@portal/load/calls';
import { gatewayScript, PortalProcesses } from '@portal/load/processes/portal-processes';
import { type TestBackend, testBackends, until } from '@portal/service-kit/testing';

interface Call {
  status: number;
  retryAfter: string | null;
  id?: string;
}

/** Sends one call after another until it is stopped. */
function traffic(send: () => Promise<Response>): { calls: Call[]; stop(): Promise<Call[]> } {
  const calls: Call[] = [];
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      const response = await send();
      const body = (await response.json()) as { model?: { id: string } };
      calls.push({ status: response.status, retryAfter: response.headers.get('retry-after'), id: body.model?.id });
    }
  })();
  return {
    calls,
    stop: async () => {
      stopped = true;
      await running;
      return calls;
    },
  };
}

const count = (calls: Call[], status: number): number => calls.filter((call) => call.status === status).length;

describe.each(testBackends().slice(-1))('one service of many on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let portal: PortalProcesses;

  beforeAll(async () => {
    backend = await makeBackend();
    portal = new PortalProcesses();
  });
  afterAll(async () => {
    await portal.stop();
    await backend.remove();
  });

  /** Starts a part as its image starts it, and gives the others its address. */
  async function start(name: string, program: Parameters<PortalProcesses['add']>[1] = {}) {
    const added = await portal.add(name, { health: '/health/live', ...program });
    await added.process.start();
    return added;
  }

  it('is upgraded while the others run, without losing an acknowledged result', async () => {
    portal.env = { PATH: String(process.env.PATH), ...(backend.env as Record<string, string>), HOST: '127.0.0.1', RATE_LIMIT: 'off' };
    portal.env.REFERENCE_URL = (await start('svc-reference')).url;
    const [declarations, old] = await Promise.all([start('svc-declarations'), start('svc-trips')]);
    // As in a deployment, the instances of a service share one address.
    const balancer = await portal.proxy('trips', old.port);
    Object.assign(portal.env, { DECLARATIONS_URL: declarations.url, TRIPS_URL: `http://127.0.0.1:${balancer}` });
    const { url } = await start('gateway', { script: gatewayScript });

    const get = (path: string) => () => fetch(`${url}/api/${path}`);
    const others = [get('declarations/v1/traveller/declaration/info'), get('reference/v1/catalogue/countries/search')].map(traffic);
    const trips = traffic(() =>
      fetch(`${url}/api/trips/v1/triptic/trip/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(aTrip()),
      }),
    );
    await until(() => count(trips.calls, 201) >= 5);

    // Start the new version, then end the old one. New connections go to the new one.
    const next = await start('svc-trips-next', { script: 'svc-trips/dist/src/main.js' });
    portal.proxies.trips.targets = [next.port];
    expect(await old.process.kill('SIGTERM')).toBe(0);
    const before = count(trips.calls, 201);
    await until(() => count(trips.calls, 201) >= before + 5);

    const [made, ...undisturbed] = await Promise.all([trips.stop(), ...others.map((one) => one.stop())]);
    for (const calls of undisturbed) expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
    const kept = await Promise.all(made.filter(({ id }) => id).map(async ({ id }) => (await get(`trips/v1/triptic/trip/${id}/document`)()).status));
    expect(kept.filter((status) => status !== 200)).toEqual([]);
    expect(kept.length).toBeGreaterThanOrEqual(10);
  });
});
