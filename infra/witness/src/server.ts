/** Serves the witness over HTTP. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { logName } from '@portal/service-kit/audit';
import { type Environment, loadSettings } from '@portal/service-kit/settings';
import { serverTls } from '@portal/service-kit/tls';
import { HeadStore } from './head-store.ts';
import { WitnessSettings } from './settings.ts';

/** The maximum size of a body. A head with its proof takes less than 10 kB. */
const mostBytes = 65_536;
const headersMs = 10_000;
const requestMs = 15_000;

export interface RunningWitness {
  url: string;
  close(): Promise<void>;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return undefined;
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .end(JSON.stringify(body));
}

/** Writes one JSON line to standard output. */
function say(level: string, facts: object, msg: string): void {
  if (level !== 'silent') process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), name: 'witness', ...facts, msg })}\n`);
}

const rank = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'];

interface Caller {
  /** The name of an area, `ops` or `all`. */
  name: string;
  authorization: Buffer;
}

const callersOf = (tokens: string): Caller[] =>
  tokens.split(',').map((one) => {
    const [name = '', token] = one.trim().split(/=(.*)/);
    return { name, authorization: digest(`Bearer ${token}`) };
  });

/** Returns whether a caller may read the heads of a log, and whether it may submit heads. For example, `portal.trips` is the log of the area `trips`. */
function rightsOf(name: string, log: string): { read: boolean; write: boolean } {
  const write = name === 'all' || name === log.slice(log.lastIndexOf('.') + 1);
  return { write, read: write || name === 'ops' };
}

/** Starts the witness. @throws SettingsError listing every bad setting */
export async function createWitness(env: Environment): Promise<RunningWitness> {
  const settings = loadSettings(WitnessSettings, env);
  const store = new HeadStore(settings.dataDir);
  const callers = callersOf(settings.witnessTokens);
  const logged = (level: string, facts: object, msg: string): void => {
    if (rank.indexOf(level) >= rank.indexOf(settings.logLevel)) say(level, facts, msg);
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://witness');
    if (request.method === 'GET' && /^\/health\/(live|ready)$/.test(pathname)) return answer(response, 200, { status: 'ok' });
    const given = digest(request.headers.authorization ?? '');
    const caller = callers.find(({ authorization }) => timingSafeEqual(authorization, given));
    if (!caller) return answer(response, 401, { message: 'Bring a token of this witness' });
    const [, log = '', last] = /^\/v1\/logs\/([^/]+)\/heads(\/latest)?$/.exec(pathname) ?? [];
    if (!logName.test(log)) return answer(response, 404, { message: 'There is no such address' });
    const rights = rightsOf(caller.name, log);
    if (!(request.method === 'GET' ? rights.read : rights.write)) {
      logged('warn', { log, caller: caller.name, method: request.method }, 'a call about the log of another area was refused');
      return answer(response, 403, { message: `The token of ${caller.name} is not for this log` });
    }
    if (request.method === 'GET') return answer(response, 200, last ? { head: store.latest(log) } : store.log(log));
    if (request.method !== 'POST' || last) return answer(response, 405, { message: 'Use GET, or POST for a new head' });
    const body = await bodyOf(request);
    if (!body || typeof body !== 'object') return answer(response, 400, { message: 'The body is no JSON object, or too large' });
    const result = store.submit(log, body);
    if (result.code) logged('warn', { log, code: result.code }, `a head was refused: ${result.message}`);
    return answer(response, result.code ? 409 : 200, result);
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch((error: unknown) => {
      logged('error', { reason: error instanceof Error ? error.message : String(error) }, 'a call failed');
      if (!response.headersSent) answer(response, 500, { message: 'The witness could not do this' });
      else response.destroy();
    });
  };
  const tls = serverTls(settings);
  const server = tls ? createTlsServer(tls.options, listener) : createServer(listener);
  tls?.renew(server);
  server.headersTimeout = headersMs;
  server.requestTimeout = requestMs;
  await new Promise<void>((done, fail) => server.once('error', fail).listen(settings.port, settings.host, done));
  const { address, port } = server.address() as AddressInfo;
  const url = `${tls ? 'https' : 'http'}://${address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address}:${port}`;
  logged('info', { url }, 'listening');
  return {
    url,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeIdleConnections();
        // Open calls take milliseconds, so they have ended long before.
        setTimeout(() => server.closeAllConnections(), 2_000).unref();
      }),
  };
}
