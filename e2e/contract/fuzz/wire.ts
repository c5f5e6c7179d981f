/** Sends requests that no browser makes: with any path, headers and bytes. */
import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';

export interface WireCall {
  method: string;
  /** The path, which is sent unchanged. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  milliseconds: number;
}

const options = { keepAlive: true, maxSockets: 8 };
const agents = { 'http:': new Agent(options), 'https:': new TlsAgent(options) };
export const hangUp = (): void => {
  for (const agent of Object.values(agents)) agent.destroy();
};

/** Sends a request. Rejects if the connection breaks before the response. */
export function send(origin: string, { method, path, headers, body }: WireCall): Promise<WireAnswer> {
  const { hostname, port, protocol } = new URL(origin);
  const [agent, open] = protocol === 'https:' ? ([agents['https:'], tlsRequest] as const) : ([agents['http:'], request] as const);
  const began = Date.now();
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = open({ agent, hostname, port, method, path, headers: { ...length, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks), milliseconds: Date.now() - began }),
      );
    });
    call.once('error', reject);
    call.end(body);
  });
}
