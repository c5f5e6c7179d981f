import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { places, type TestPlace } from '@portal/service-kit/testing';
import { claimPort } from './ports.ts';

const root = join(__dirname, '../../..');
const started: ChildProcess[] = [];

/** A part as a process of its own, as its image starts it. @returns once it says where it listens, or once `url` answers */
async function start(main: string, env: Record<string, string | undefined>, url?: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(root, main)], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const ended = new Promise<never>((_done, fail) =>
    child.once('exit', (code) => fail(new Error(`${main} ended with code ${code}. Build first: npm run build`))),
  );
  ended.catch(() => undefined);
  const listening = new Promise<string>((found) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const said = /"url":"(http:[^"]+)".*"listening"/.exec(line)?.[1];
      if (said) found(said);
    });
  });
  const at = await Promise.race([url ? answering(url) : listening, ended]);
  return { url: at, child };
}

async function answering(url: string): Promise<string> {
  for (;;) {
    const live = await fetch(`${url}/health/live`).catch(() => undefined);
    if (live?.ok) return url;
    await new Promise((done) => setTimeout(done, 50));
  }
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode === null && child.signalCode === null ? new Promise((done) => child.once('exit', done)) : Promise.resolve(child.exitCode);

/** What stands before the instances of a service where they are deployed: one address, connections go to whoever serves now. */
class Balancer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  target = '';

  private constructor() {
    this.server = createServer((incoming) => {
      const { hostname, port } = new URL(this.target);
      const outgoing = connect(Number(port), hostname);
      for (const [one, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy()).on('close', () => this.sockets.delete(one));
        one.pipe(other);
      }
    });
  }

  static async open(target: string): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.target = target;
    await new Promise<void>((done) => balancer.server.listen(0, '127.0.0.1', done));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

const aTrip = (vehicleNumber: string) => ({
  documentDetails: { code: 'TIBE' },
  subDocumentDetails: { code: 'TIBE-PRI' },
  vehicleNumber,
  chasisNumber: 'C1',
  engineNumber: 'E1',
  categoryCode: 'CAR',
  manufactureYear: 2019,
  modelDetails: 'HILUX',
  engineCapacity: 2400,
  ownerName: 'Maria da Silva',
  ownerAddress: 'Rua de Dili 1',
  entryDate: '2026-05-10',
  destinationCode: 'TIBE-ATB',
  driverName: 'Joao da Silva',
  identityNumber: 'C123456',
  licenseNumber: 'DL-9',
  contactNumber: '+670 7700',
  localAddress: 'Rua de Dili 1',
  foreignAddress: 'Jalan Atambua 2',
  questions: [1, 2, 3, 4, 5].map((rank) => ({ id: `TIBE-Q${rank}`, accepted: false, declined: true })),
});

interface Call {
  status: number;
  retryAfter: string | null;
  id?: string;
}

/** Calls without a pause until it is told to stop. */
function traffic(send: (turn: number) => Promise<Response>): { calls: Call[]; stop(): Promise<Call[]> } {
  const calls: Call[] = [];
  let stopped = false;
  const running = (async () => {
    for (let turn = 0; !stopped; turn += 1) {
      const response = await send(turn);
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

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((done) => setTimeout(done, 20));
};

describe.each(places().slice(-1))('one service of many on %s', (_name, makePlace) => {
  let place: TestPlace;
  let balancer: Balancer | undefined;

  beforeAll(async () => {
    place = await makePlace();
  });

  afterAll(async () => {
    for (const child of started) child.kill('SIGTERM');
    await Promise.all(started.map(ended));
    balancer?.close();
    await place.remove();
  });

  it('is upgraded while the others run, and nothing that was acknowledged is lost', async () => {
    const base = { ...place.env, HOST: '127.0.0.1', PORT: '0' };
    const reference = await start('svc-reference/dist/src/main.js', base);
    const env = { ...base, REFERENCE_URL: reference.url };
    const [declarations, old] = await Promise.all([start('svc-declarations/dist/src/main.js', env), start('svc-trips/dist/src/main.js', env)]);
    balancer = await Balancer.open(old.url);
    const url = `http://127.0.0.1:${await claimPort(0, '127.0.0.1')}`;
    const addresses = { REFERENCE_URL: reference.url, DECLARATIONS_URL: declarations.url, TRIPS_URL: balancer.url };
    const limits = { PORT: new URL(url).port, PUBLIC_URL: url, RATE_LIMIT: 'off' };
    await start('shell/dist/server/src/main.js', { ...base, ...addresses, ...limits }, url);

    const get = (path: string) => () => fetch(`${url}/api/${path}`);
    const others = [get('declarations/v1/traveller/declaration/info'), get('reference/v1/catalogue/countries/search')].map(traffic);
    const trips = traffic((turn) =>
      fetch(`${url}/api/trips/v1/triptic/trip/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(aTrip(`UP ${turn}`)),
      }),
    );
    await until(() => count(trips.calls, 201) >= 5);

    // The new version answers before the old one is told to end; from then on new connections go to the new one.
    const next = await start('svc-trips/dist/src/main.js', env);
    balancer.target = next.url;
    old.child.kill('SIGTERM');
    expect(await ended(old.child)).toBe(0);
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
